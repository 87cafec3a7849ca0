/** The guide's sections of recipes, one for each platform, made of the recipes and of what their fixtures come to. */
import { Conversion } from '../../src/contract/conversion.js'
import { RECIPES } from '../../src/recipes/index.js'
import type { Recipe } from '../../src/recipes/recipe.js'
import { type Fixture, readFixtures } from '../recipes/fixtures.js'

export function toRecipeSections(): string {
  const fixtures = readFixtures()
  const platforms = groupBy(RECIPES, ({ platform }) => platform)
  return platforms.map(([platform, recipes]) => `### ${platform}\n\n${toLines(recipes, fixtures)}\n`).join('\n')
}

/** What to paste: once for all recipes of a platform that have it in common. */
function toLines(recipes: Recipe[], fixtures: Fixture[]): string {
  const steps = groupBy(recipes, (recipe) => toSteps(recipe, fixtures))
  return steps
    .map(([step, alike]) => {
      const variants = alike.flatMap(({ variant }) => variant ?? [])
      return variants.length > 0 ? `- *${variants.join('; ')}*: ${step}` : step
    })
    .join('\n')
}

function toSteps(recipe: Recipe, fixtures: Fixture[]): string {
  const { paste, templateLine } = recipe
  const files = [templateLine, templateLine?.needs].flatMap((each) => (each ? `\`${each.file}\`` : []))
  const missing = toMissing(fixtures.filter((fixture) => fixture.recipe === recipe))
  const line = files.length > 0 ? `a line into ${files.join(' and ')}, and ` : ''
  const tag = 'script' in recipe ? 'the tag and a script' : 'the tag'
  return `Paste ${line}${tag} ${paste}.${missing && ` Not read: ${missing}.`}`
}

const USUAL = ['order_number', 'cart_value', 'cart_item_count'] as const

/** Names what a page of the platform does not say, of what most say. */
function toMissing(fixtures: Fixture[]): string {
  const bodies = fixtures.map(({ expected }) => Conversion.parse(expected.sent))
  const missing = USUAL.filter((name) => bodies.every(({ cart_data }) => cart_data?.[name] === undefined))
  const hasItems = bodies.some(({ cart_items }) => cart_items !== undefined)
  return [...missing, ...(hasItems ? [] : ['cart_items'])].map((name) => `\`${name}\``).join(', ')
}

function groupBy<Each>(all: readonly Each[], toKey: (each: Each) => string): [key: string, group: Each[]][] {
  const groups = new Map<string, Each[]>()
  for (const each of all) groups.set(toKey(each), [...(groups.get(toKey(each)) ?? []), each])
  return [...groups]
}
