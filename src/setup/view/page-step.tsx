/** The lines for the shop's pages, and the settings by hand. */
import { toPlatform } from '../choices/choices.js'
import { findRecipe } from '../choices/systems.js'
import { isKept } from '../settings.js'
import { toPageBlocks, toPolicyBlock } from '../texts/blocks.js'
import { toTodos } from '../texts/steps.js'
import { BlockView } from './block-view.js'
import { KeepPanel } from './keep-panel.js'
import { Rich, Todos, type ViewProps } from './parts.js'
import { TypedSettings } from './proposal.js'

export function PageStep({ state: { known }, settled: choices, dispatch, snippet }: ViewProps) {
  const platform = toPlatform(choices)
  const todos = toTodos[platform](choices, snippet)
  const recipe = findRecipe(choices)
  const needed = recipe && 'needsScript' in recipe ? recipe.needsScript : ''
  const isOwnTag = platform !== 'shopify'
  const blocks = toPageBlocks(choices, snippet, known)
  // The tag of a proxy that keeps settings stays plain. An attribute on the page would win over later settings at the proxy.
  const mustKeep = isOwnTag && !choices.payment && known?.tag.canKeep && !isKept(choices, known)
  return (
    <>
      {todos.length > 0 && <Todos todos={todos} />}
      {isOwnTag && !choices.payment && <KeepPanel {...{ choices, known, dispatch }} />}
      {blocks.map((block) =>
        block.id === 'tag' && mustKeep ? (
          <details key={block.id}>
            <summary>Write the settings into the tag instead</summary>
            <BlockView block={block} />
          </details>
        ) : (
          <BlockView key={block.id} block={block} />
        ),
      )}
      {recipe && (
        <div class="hint" id="expect">
          <p>
            <Rich text={`${recipe.expect} ${needed}`} />
          </p>
          <p>
            Tried with {recipe.source.repository}, {recipe.source.version}.
          </p>
        </div>
      )}
      {isOwnTag && <TypedSettings {...{ choices, known, dispatch }} />}
      {isOwnTag && (
        <details>
          <summary>My pages have a Content-Security-Policy</summary>
          <BlockView block={toPolicyBlock(choices, snippet)} />
        </details>
      )}
    </>
  )
}
