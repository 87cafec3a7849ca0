/** The rows of the table of recipes, made of the recipes and of what their fixtures come to. */
import { RECIPES } from '../../src/recipes/index.js'
import { type Recipe, type Source, toTitle } from '../../src/recipes/recipe.js'
import { type Fixture, readFixtures } from '../recipes/fixtures.js'

export function toRecipeRows(): string[][] {
  const fixtures = readFixtures()
  const rows = RECIPES.map((recipe) => [
    toTitle(recipe),
    toPasted(recipe),
    toRead(fixtures.filter((fixture) => fixture.recipe === recipe)),
    toTested(recipe.source),
  ])
  return [['platform', 'what to paste', 'what is read', 'tested with'], ...rows]
}

function toPasted({ paste, templateLine, ...recipe }: Recipe): string {
  const what = 'script' in recipe ? 'the tag and a script' : 'the tag'
  const files = [templateLine, templateLine?.needs].flatMap((each) => each?.file ?? [])
  const lines = files.map((file) => `; a line into \`${file}\``)
  return `${what}, ${paste}${lines.join('')}`
}

/** The fields of the payloads, named once. */
function toRead(fixtures: Fixture[]): string {
  const bodies = fixtures.map(({ expected }) => Object(expected.sent))
  const cart = bodies.flatMap((body) => Object.keys(body.cart_data ?? {}))
  const items = bodies.flatMap((body) => (body.cart_items ?? []).flatMap(Object.keys))
  const toNames = (names: string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(' ')
  return `\`email\` ${toNames(cart)}; of each item ${toNames(items)}`
}

const toTested = ({ repository, files, version }: Source) =>
  `${repository.startsWith('https:') ? repository : `[${repository}](https://github.com/${repository})`}: ${files.join(', ')} (${version})`
