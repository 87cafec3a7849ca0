/**
 * npm sbom --sbom-format cyclonedx | node .ci/bill-of-materials.mjs: leaves out what only development needs, and fails when
 * a dependency is missing. `npm sbom --omit dev` would leave out what development needs too: npm 11 misses pino, undici and zod.
 */
import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'

const bill = await json(process.stdin)
const isForDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === 'cdx:npm:package:development')
const components = bill.components.filter((each) => !isForDevelopment(each))
const kept = new Set([bill.metadata.component, ...components].map((each) => each['bom-ref']))
const dependencies = bill.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) }))

const needed = Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)
const missing = needed.filter(([name, version]) => !kept.has(`${name}@${version}`)).map(([name]) => name)
if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}.`)
console.log(JSON.stringify({ ...bill, components, dependencies }, null, 2))
