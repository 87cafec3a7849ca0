/** Promise: each host's file names the existing image and settings, and the guide says that we have not run it. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../../src/proxy/settings.js'

const DEPLOY = 'src/proxy/deploy'
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')

/** Values that a file must not contain, as an operator would fill them in, and the addresses of the two databases. */
const SECRETS = {
  RINGUP_API_AUTHORIZATION: 'Token x',
  RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
  RINGUP_DATABASE: 'postgresql://ringup:secret@db.internal/ringup',
}
const ASKED = {
  RINGUP_API_URL: 'https://api.example.com/v1/shop',
  RINGUP_ORIGINS: 'https://shop.example',
  RINGUP_LISTS: '{"newsletter":{"id":"42"}}',
}

test('Render’s blueprint builds the image and asks for the missing values', () => {
  const [service] = parse(read('render.yaml')).services
  expect(existsSync(resolve(service.dockerContext, service.dockerfilePath))).toBe(true)
  const said: { key: string; value?: string; sync?: boolean }[] = service.envVars
  const values = said.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]))
  const asked = said.filter(({ sync }) => sync === false).map(({ key }) => key)
  expect(asked.sort()).toEqual([...Object.keys(ASKED), 'RINGUP_API_AUTHORIZATION', 'RINGUP_KEY'].sort())
  expect(readSettings({ ...SECRETS, ...ASKED, ...Object.fromEntries(values) })).toMatchObject({
    trustedHops: 1,
    port: 8787,
  })
})

test('Fly’s file has settings that the proxy accepts, and their port', () => {
  const text = read('fly.toml')
  const [, environment = ''] = /^\[env\]\n(.*?)\n\n/ms.exec(text) ?? []
  const values = [...environment.matchAll(/^ {2}(\w+) = (["'])(.*)\2$/gm)].map(([, name, , value]) => [name, value])
  expect(readSettings({ ...SECRETS, ...Object.fromEntries(values) })).toMatchObject({ trustedHops: 2, port: 8787 })
  expect(text).toContain('internal_port = 8787')
  expect(existsSync(join(DEPLOY, /dockerfile = "(.*)"/.exec(text)?.[1] ?? ''))).toBe(true)
})

test('Railway’s file builds the image', () => {
  expect(existsSync(JSON.parse(read('railway.json')).build.dockerfilePath)).toBe(true)
})

test('the guide names each file, and says that we have not run it', () => {
  const page = read('HOSTS.md')
  for (const file of ['render.yaml', 'fly.toml', 'railway.json', 'wrangler.jsonc']) expect(page).toContain(`(${file})`)
  expect(page).toContain('None of these files has been run')
})
