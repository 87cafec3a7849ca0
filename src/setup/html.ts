/** The page as one file with its style and script, and a policy that blocks everything else. */
import { createHash } from 'node:crypto'
import { KNOWN_PLACE, toScriptText } from './known.js'
import { type Platform, toPlatforms } from './platforms.js'

/** The data of the page that is known when it is built. */
export interface Built {
  platforms: Platform[]
}

interface Parts {
  /** index.ts, bundled for browsers. */
  script: string
  /** style.css, with what it imports. */
  style: string
}

/** @throws Error when a script or the style would end its element */
export function toSetupPage({ script, style }: Parts): string {
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style)) {
    throw new Error('The set-up page’s scripts and style must not hold the end of their own elements.')
  }
  const built: Built = { platforms: toPlatforms() }
  const policy = [
    `default-src 'none'`,
    `script-src '${toHash(script)}'`,
    `style-src '${toHash(style)}'`,
    'img-src data:',
    `connect-src 'self'`,
    `form-action 'none'`,
    `base-uri 'none'`,
  ].join('; ')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Set-up · Ringup</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
  <h1>Set up Ringup</h1>
  ${KNOWN_PLACE}
  <noscript><p>This page needs JavaScript.</p></noscript>
</header>
<main id="main" tabindex="-1"></main>
<script type="application/json" id="built">${toScriptText(built)}</script>
<script>${script}</script>
</body>
</html>
`
}

const toHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
