export type Program =
  | 'caddy'
  | 'nginx'
  | 'openssl'
  | 'pgbouncer'
  | 'php'
  | 'postgres'
  | 'python3'
  | 'sqlite3'
  | 'systemd-analyze'
export function isInstalled(name: Program): boolean
export function findPostgres(): string | undefined
export function sayMissing(triesSeldom: boolean): string | undefined
