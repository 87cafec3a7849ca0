/** Steps on the server and in the platform's admin: the proxy's settings, and webhooks. */
import { useState } from 'preact/hooks'
import { toWebhookPlatform } from '../choices/systems.js'
import { toEnvironment } from '../texts/environment.js'
import { toWebhookTodos } from '../texts/steps.js'
import { BlockView } from './block-view.js'
import { Todos, type ViewProps } from './parts.js'

export function ServerStep({ state: { known }, settled }: ViewProps) {
  const about = known
    ? 'The running proxy has other values. Put these lines in the place of the same lines of `ringup.env`, and restart the proxy.'
    : 'Put these lines in the place of the same lines of `ringup.env`, which `ringup init` wrote on the server with a key. Then start the proxy.'
  const block = { id: 'environment', title: 'Lines of ringup.env', text: toEnvironment(settled, known), about }
  return <BlockView block={block} />
}

export function WebhookStep({ settled, isDone }: ViewProps) {
  const platform = toWebhookPlatform(settled)
  const [secret] = useState(createSecret)
  if (isDone) return <p>The running proxy has the secret of these webhooks.</p>
  return platform ? <Todos todos={toWebhookTodos(platform, settled.endpoint, secret)} /> : null
}

/** 32 bytes as hexadecimal digits. The secrets that WooCommerce makes may contain a comma. */
function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
