/** The scripts by their path: the snippet as built, and each peer bundled and minified in memory. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

const PEERS = ['plausible-tracker', 'plausible', 'snowplow']

export async function readScripts(): Promise<Map<string, string>> {
  const scripts = new Map([['/ringup/ringup.js', readFileSync('dist/ringup.js', 'utf8')]])
  for (const [suffix, PAGE_VIEW] of [
    ['.js', 'false'],
    ['.page-view.js', 'true'],
  ] as const) {
    const { outputFiles } = await build({
      entryPoints: PEERS.map((peer) => `test/bench/peers/${peer}.ts`),
      outdir: 'peers', // only a name: nothing is written
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

/** In brotli's best quality, its default here. */
export const toBrotliBytes = (text: string) => brotliCompressSync(text).length
