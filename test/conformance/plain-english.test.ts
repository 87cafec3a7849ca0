/**
 * Promise: the repository's words are plain English: a reader reads each sentence once. The sentences are in comments, texts of screens and
 * messages, guides, and titles of tests.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const MAX_TITLE_LENGTH = 80

test('no comment, screen, message or guide has a word of our old style', () => {
  const passages = readPassages()
  expect(passages.length).toBeGreaterThan(3_000)
  expect(passages.flatMap(findOddities)).toEqual([])
})

test(`a test's title has at most ${MAX_TITLE_LENGTH} characters`, () => {
  const titles = readTitles()
  expect(titles.length).toBeGreaterThan(500)
  expect(titles.filter(({ title }) => title.length > MAX_TITLE_LENGTH)).toEqual([])
})

interface Passage {
  file: string
  text: string
}

/** Habits of our old style that make a reader read a sentence twice. The exceptions are ordinary English. */
const ODDITIES = [
  /(?:^|[.:;!?]\s+|^\s*[-*>|]\s*)(?:What|Whatever)\b(?![^.]*\?)/gm, // a relative "What …"; a question is allowed
  /\b(?:nobody|anybody|whoever)\b/gi,
  /(?<!\bthere )\b(?:is|are|was|were|be) (?:no|none)\b(?! longer)/gi, // plain: "is not an object"; "there is no" is plain
  /(?<!\b(?:fall|left|minute) )\bbehind\b(?! (?:Caddy|nginx|Debian’s nginx|one trusted hop|one address|a pooler))/gi,
  /\b(?:beside|at once|the book|taken)\b/gi,
  /\b(?:has|have|had|may have) come\b/gi,
  /\b(?:stands?|stood|standing)\b(?!-ins?\b| in for\b| for\b)/gi,
  /(?<!\b(?:a|the|each|every|one|this|of|per) )\bround (?:a|an|the|this|that|it|its|them|his|her|each|every|all)\b/gi,
]

const findOddities = ({ file, text }: Passage): string[] =>
  ODDITIES.flatMap((oddity) =>
    Array.from(text.matchAll(oddity), ({ index }) => `${file}: …${text.slice(Math.max(0, index - 30), index + 50)}…`),
  )

/** This file quotes the oddities. */
const OWN = 'test/conformance/plain-english.test.ts'

const CODE = ['*.ts', '*.tsx', '*.mjs', '*.js']
const TEXTS = ['*.md', '*.yaml', '*.yml', '*.story', '*.css', 'llms.txt', 'src/recipes/*.json']

const listFiles = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n')

/** All code and guides that git knows, without test data. */
function readPassages(): Passage[] {
  const files = listFiles(...CODE, ...TEXTS).filter((file) => !file.startsWith('test/data/') && file !== OWN)
  return files.flatMap((file) => readFile(file).map((text) => ({ file, text })))
}

function readFile(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (/\.(?:tsx?|mjs|js)$/.test(file)) return readCode(file, text)
  return [file.endsWith('.md') ? text.replace(/```[\s\S]*?```/g, '') : text]
}

/** Line comments that follow each other are one passage. */
function readCode(file: string, code: string): string[] {
  const { program, comments } = parseSync(file, code)
  const passages: string[] = []
  let end = -1
  for (const { type, value, start, end: next } of comments) {
    const text = value.replace(/^\s*\*+ ?/gm, '').trim()
    const continues = type === 'Line' && end >= 0 && code.slice(end, start).trim() === ''
    if (continues) passages.push(`${passages.pop()} ${text}`)
    else passages.push(text)
    end = type === 'Line' ? next : -1
  }
  return [...passages, ...readTexts(program)]
}

/** The texts of the syntax tree: literals of three words or more, templates, and text between tags. */
function readTexts(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(readTexts)
  return [...readText(node), ...Object.values(node).flatMap(readTexts)]
}

function readText(node: object): string[] {
  const { type, value, quasis } = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
  if (type === 'TemplateLiteral') return [quasis?.map((each) => each.value.cooked).join('…') ?? '']
  const isText = type === 'JSXText' || type === 'Literal'
  return isText && typeof value === 'string' && /\w+ \w+ \w+/.test(value) ? [value.trim()] : []
}

interface Title {
  file: string
  title: string
}

const TITLE = /\btest(?:\.\w+)*(?:\([^'"`]*?\)|<[^>]*>)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

/** The titles of all tests that are written as literals. */
const readTitles = (): Title[] =>
  listFiles('test/*.test.ts', 'test/*.spec.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(TITLE), ([, , title = '']) => ({ file, title })),
  )
