/** The tests that `npm test` leaves to the long run (`npm run test:long`, before every release). */

/** Files that test parts that seldom change, by the name of the part. CI runs them each time. */
export const SELDOM_TRIED = {
  'the package': ['test/conformance/package.test.ts'],
  'the guides’ commands': ['test/conformance/guides.test.ts', 'test/conformance/readme-commands.test.ts'],
  'the image': ['test/conformance/install.test.ts'],
  'nginx and Caddy': ['test/conformance/web-servers.test.ts'],
  'Cloudflare’s runtime': ['test/conformance/edge.test.ts', 'test/faults/killed-edge.test.ts'],
}

/** Tests of floods and of inputs that are slow to read. Only the long run has them. */
export const LOAD = ['test/**/{attacks,linear}.test.ts']

const LONG = [
  'floods, and inputs that are slow to read',
  'every case of the queue on Postgres and on workerd',
  'many rounds of random tests',
  'Firefox and WebKitGTK',
  'other versions of Node',
]

/** @param triesSeldom whether the files above are run here; @returns part of a sentence */
export const sayLeftOut = (triesSeldom) => [...(triesSeldom ? [] : Object.keys(SELDOM_TRIED)), ...LONG].join(', ')
