import type { BuildResult } from 'esbuild'
import type { SnippetFiles } from '../proxy/run/snippet-files.js'

export function buildEdge(outfile: string, snippet: SnippetFiles): Promise<BuildResult<{ metafile: true }>>
