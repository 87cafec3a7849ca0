import type { BuildResult } from 'esbuild'
import type { PageFiles } from '../proxy/operate/page/index.js'
import type { SnippetFiles } from '../proxy/snippet-files.js'

type Built = BuildResult<{ metafile: true }>

export function buildEdge(outfile: string, snippet: SnippetFiles, page?: PageFiles): Promise<Built>
export function bundleForWorkers(parts: {
  entry: string
  outfile: string
  define?: Record<string, string>
}): Promise<Built>
