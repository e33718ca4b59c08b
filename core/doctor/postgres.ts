/**
 * What PostgreSQL refuses, and what its database lacks for us, as somebody reads it who is to mend
 * it: a sentence and one command. Commands for the account `postgres` are for the server's own
 * machine, and are given through ssh where that is another one.
 */
import { quoted } from './quoted.ts'

/** Parts of the setting `databaseUrl`, without its password. */
export interface PostgresPlace {
  host: string
  port: number
  database: string
  username: string
}

export interface Mendable {
  what: string
  /** One command of a shell. */
  fix: string
}

/** What the database is to this account (pg_catalog). */
export interface PostgresState {
  place: PostgresPlace
  encoding: string
  /** It only follows another server. */
  isStandby: boolean
  isReadOnly: boolean
  /** New tables: every upgrade may make some. */
  mayCreate: boolean
  /** Tables of ours that belong to an account whose rights this one has not. */
  foreignTables: number
  /** A connection keeps to one session, or another address is named for those that need it. */
  givesSessions: boolean
}

/**
 * @param code the driver's or the server's (SQLSTATE), for a connection that was refused or never
 * came about
 */
export function connectionRefused(code: string, place: PostgresPlace): Mendable {
  const { host, port, database, username } = place
  const at = `PostgreSQL at ${host}:${port}`
  if (code === '28P01')
    return {
      what: `${at} does not know the user ${username} with this password.`,
      fix: onServer(place, psql(`\\password ${identifier(username)}`)),
    }
  if (code === '28000')
    return {
      what: `${at} lets no user ${username} in from this machine (its pg_hba.conf).`,
      fix: onServer(
        place,
        `${echo(`host ${identifier(database)} ${identifier(username)} ${isLocal(host) ? 'samehost' : 'samenet'} scram-sha-256`)} | sudo tee -a "$(${psql('SHOW hba_file')} --tuples-only --no-align)" && ${psql('SELECT pg_reload_conf()')}`,
      ),
    }
  if (code === '3D000')
    return {
      what: `${at} has no database ${database}.`,
      fix: onServer(
        place,
        `sudo -u postgres createdb --owner=${quoted(username)} --encoding=UTF8 --template=template0 ${quoted(database)}`,
      ),
    }
  if (code === '53300')
    return {
      what: `${at} has no connection left for us.`,
      fix: onServer(
        place,
        `${psql('ALTER SYSTEM SET max_connections = 200')} && sudo systemctl restart postgresql`,
      ),
    }
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code))
    return { what: `No machine of this network is called ${host}.`, fix: anotherAddress(place) }
  if (/^(ECONN|ETIMEDOUT|EHOST|ENET|ENOENT|57P03)/.test(code))
    return {
      what: `Nothing answers at ${host}:${port}, where PostgreSQL should (${code}).`,
      fix: onServer(place, 'sudo systemctl start postgresql'),
    }
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code))
    return {
      what: `The certificate of ${at} is not proven by sslrootcert of its address (${code}).`,
      fix: `openssl s_client -starttls postgres -connect ${quoted(`${host}:${port}`)} -showcerts </dev/null   # then name its authority's file in databaseUrl, as sslrootcert`,
    }
  return { what: `${at} does not let us in (${code}).`, fix: 'svcctl config show databaseUrl' }
}

/** @returns what keeps the service from working there; null where nothing does */
export function lacking(state: PostgresState): Mendable | null {
  const { place, encoding, isStandby, isReadOnly, mayCreate, foreignTables, givesSessions } = state
  const { host, port, database, username } = place
  const inIt = (sql: string) => onServer(place, psql(sql, database))
  if (isStandby)
    return {
      what: `PostgreSQL at ${host}:${port} only follows another server (a standby): nothing can be written.`,
      fix: anotherAddress(place),
    }
  if (isReadOnly)
    return {
      what: `The database ${database} is set to be read only.`,
      fix: onServer(
        place,
        `sudo -u postgres env PGOPTIONS='-c default_transaction_read_only=off' psql ${[
          `ALTER DATABASE ${identifier(database)} RESET default_transaction_read_only`,
          `ALTER ROLE ${identifier(username)} RESET default_transaction_read_only`,
          'ALTER SYSTEM RESET default_transaction_read_only',
          'SELECT pg_reload_conf()',
        ]
          .map((sql) => `--command ${quoted(sql)}`)
          .join(' ')}`,
      ),
    }
  if (foreignTables > 0) {
    const each = `SELECT format('ALTER TABLE %I.%I OWNER TO %I', schemaname, tablename, '${username.replaceAll("'", "''")}') FROM pg_tables WHERE schemaname = 'public' \\gexec`
    return {
      what: `${foreignTables} tables of the database ${database} belong to somebody else than ${username}.`,
      fix: onServer(place, `${echo(each)} | sudo -u postgres psql --dbname ${quoted(database)}`),
    }
  }
  if (!mayCreate)
    return {
      what: `The user ${username} may not make tables in the database ${database}.`,
      fix: inIt(`GRANT ALL ON SCHEMA public TO ${identifier(username)}`),
    }
  if (!givesSessions) return withoutSessions(place)
  if (encoding !== 'UTF8')
    return {
      what: `The database ${database} keeps text as ${encoding}: not every letter and sign fits (it has to be UTF8).`,
      fix: `${onServer(place, `sudo -u postgres createdb --owner=${quoted(username)} --encoding=UTF8 --template=template0 ${quoted(`${database}_utf8`)}`)}   # then svcctl backup create, and svcctl backup restore with databaseUrl of the new one`,
    }
  return null
}

/** What an address lacks that gives no sessions (models/database/session.ts). */
export function withoutSessions(place: PostgresPlace): Mendable {
  const { host, port, database, username } = place
  return {
    what: `A pooler at ${host}:${port} lends connections to PostgreSQL by the transaction (PgBouncer, pool_mode = transaction); news between servers, the lock of a single server, svcctl node invite and node join need connections to the database itself.`,
    fix: `svcctl config set databaseUrl ${quoted(`postgres://${username}:PASSWORD@${host}:${port}/${database}?direct=HOST:5432`)}   # with the password, and the database's own host and port after direct=`,
  }
}

const isLocal = (host: string) =>
  /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host) || host.startsWith('/')

function onServer({ host }: PostgresPlace, command: string): string {
  return isLocal(host) ? command : `ssh -t ${quoted(host)} ${quoted(command)}`
}

function anotherAddress({ port, database, username }: PostgresPlace): string {
  return `svcctl config set databaseUrl ${quoted(`postgres://${username}:PASSWORD@HOST:${port}/${database}`)}   # with the right host and password`
}

function psql(sql: string, database?: string): string {
  const where = database === undefined ? '' : ` --dbname ${quoted(database)}`
  return `sudo -u postgres psql${where} --command ${quoted(sql)}`
}

const echo = (line: string) => `printf '%s\\n' ${quoted(line)}`

/** As SQL takes it in any spelling. */
function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
