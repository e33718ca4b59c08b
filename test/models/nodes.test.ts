// Own process: starts a database server and three servers, kills and pauses them.
import { testNodes } from '../helpers/test-nodes.ts'

testNodes('nodes', false)
