/** Reads the README and the guides, so that tests can check their statements. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Two folders up, both from this file and from dist/bench.
const toPath = (path: string) => join(import.meta.dirname, '../..', path)
export const readText = (path: string): string => readFileSync(toPath(path), 'utf8')

/** One guide for each kind of reader. Other tests check the guides of Tag Manager and Shopify. */
export const GUIDES = [
  'README.md',
  'src/snippet/README.md',
  'src/README.md',
  'src/recipes/README.md',
  'src/proxy/README.md',
  'src/proxy/deploy/README.md',
  'src/PRIVACY.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
].filter((path) => existsSync(toPath(path)))

/** All guides as one text. */
export const readme = GUIDES.map(readText).join('\n')

/** Finds every code block of the guides by words that no other block has. A test reads a block by its name here. */
export const BLOCKS = {
  demo: 'npm run demo\n',
  'proxy start': 'npm ci && npm run ringup -- init',
  'script tag': 'data-convert-on="purchase" data-debug="ask"></script>',
  'two calls': '// whole cents',
  way: 'page → gather',
  stub: "s(w,'convert')",
  keeper: "'ringup:kept'",
  'marked page': 'data-ringup-item',
  'consent tag': 'Cookiebot.hasResponse',
  'tag with selectors': 'data-selectors=',
  module: 'await flush()',
  React: 'useEffect(',
  'own server with Hono': 'getConnInfo(context)',
  'own server on node:http': 'export const ringup =',
  'own server with Next.js': 'once.ringup ??=',
  rooms: 'flowchart TD',
  'signature formula': 'signature = expiry + ',
  'signature in Node': 'ringup-proxy/sign',
  'signature in PHP': 'hash_hmac',
  'signature in Python': 'import base64',
  'signature from the back end': '/account/ringup-signature',
  'settings file': '--api-url https',
  compose: 'docker compose',
  'systemd install': 'init /etc/ringup.env',
  'systemd start': 'install -m 0644',
  'events list': 'events list --env-file /etc/ringup.env',
  find: 'find --env-file ringup.env --order 1001\n',
  docker: 'docker run',
  postgres: 'CREATE ROLE',
  'wrangler deploy': 'wrangler deploy',
  'find on Cloudflare': '/find\n',
  'binding of the operator': '"entrypoint"',
  'back up': 'backup /backup/ringup --env-file /etc/ringup.env\n',
  restore: 'systemctl stop ringup\n',
  'move from': 'disable --now',
  'move to': 'chmod 600',
  update: 'ringup.new &&\n  (cd',
  'add a key': 'key=$(openssl',
  'remove a key': '[^,]*',
  'content security policy': 'Content-Security-Policy',
  test: 'npm test',
  'tests of the interface': 'npm run test:api',
}

/** Lists the language and text of each code block. */
export const readAllBlocks = () =>
  [...readme.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({ language, code }))

/** @throws Error unless exactly one block has the words of this name, or several equal ones */
export function readBlock(name: keyof typeof BLOCKS): string {
  const codes = readAllBlocks().flatMap(({ code }) => (code.includes(BLOCKS[name]) ? [code.trim()] : []))
  const [code, another] = new Set(codes)
  if (!code || another)
    throw new Error(`The guides have ${code ? 'different blocks' : 'no block'} for the name "${name}".`)
  return code
}

/** Lists the names in the first column of the table with this heading, without Markdown. A cell may contain several names. */
export function readNames(heading: string): string[] {
  const table = readme.slice(readme.indexOf(`| ${heading}`)).split('\n\n')[0] ?? ''
  const rows = table.split('\n').slice(2)
  return rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
}
