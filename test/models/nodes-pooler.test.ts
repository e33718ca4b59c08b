// Own process: starts a database server, PgBouncer and three servers, kills and pauses them.
import { testNodes } from '../helpers/test-nodes.ts'

testNodes('nodes behind PgBouncer by the transaction', true)
