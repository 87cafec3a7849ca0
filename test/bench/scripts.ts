/** Makes the scripts by path: the built snippet, and each peer, bundled and minified in memory. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { PEERS } from './subjects.js'

const PEERS_FOLDER = join('test', 'bench', 'peers')
/** The peers' packages do not belong to the project. They are installed here at the first use. */
const INSTALLED = join('node_modules', '.cache', 'ringup', 'peers')

export async function readScripts(): Promise<Map<string, string>> {
  installPeers()
  const own = readdirSync('dist').filter((name) => /^ringup(-rest-\w+)?\.js$/.test(name))
  const scripts = new Map(own.map((name) => [`/ringup/${name}`, readFileSync(join('dist', name), 'utf8')]))
  for (const [suffix, PAGE_VIEW] of [
    ['.js', 'false'],
    ['.page-view.js', 'true'],
  ] as const) {
    const { outputFiles } = await build({
      entryPoints: PEERS.map(({ file }) => join(PEERS_FOLDER, `${file}.js`)),
      nodePaths: [join(INSTALLED, 'node_modules')],
      outdir: 'peers', // only a name: no file is written
      write: false,
      bundle: true,
      minify: true,
      format: 'iife',
      platform: 'browser',
      target: 'es2021',
      define: { PAGE_VIEW },
    })
    for (const { path, text } of outputFiles) scripts.set(`/peers/${basename(path, '.js')}${suffix}`, text)
  }
  return scripts
}

function installPeers() {
  if (existsSync(join(INSTALLED, 'node_modules'))) return
  mkdirSync(INSTALLED, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(PEERS_FOLDER, name), join(INSTALLED, name))
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', INSTALLED], { stdio: ['ignore', 2, 2] })
}

/** The size with brotli's best quality, which is Node's default. */
export const toBrotliBytes = (text: string) => brotliCompressSync(text).length
