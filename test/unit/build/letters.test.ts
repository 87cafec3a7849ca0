/** Whatever letters and order a script is given, it does the same. */
import { runInNewContext } from 'node:vm'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyTable, checkSame, print, readScript, search, toArrows, toTable } from '../../../src/build/letters.mjs'

// Every way in which a name can be declared, shadowed, shortened and captured.
const SCRIPT = `(()=>{
  function add(one,other=one){return one+other}
  function pick({id,kind="none",...others},[first,,third]=[1,2,3]){let list=[id,kind,first,third];return{list,others}}
  async function later(value){return value}
  function fail(text){try{throw text}catch(text){return text+add(text,"!")}}
  function swap(a,b){[a,b]=[b,a];return{a,b}}
  function nothing(){}
  var total=add(1),names={id:"key",total};
  if(total){
    let id=7,sum=0;
    for(let each of[1,2,3])sum+=each;
    for(let index=0;index<2;index++){let sum=index;id+=sum}
    let count=(id=>{let total=id;return()=>total++})(id);
    count();
    result.push(add(2,3),pick({id,extra:1}),later(1)instanceof Promise,fail("no"),swap(1,2),nothing(),names,sum,count(),Math.max(total,id))
  }
})()`

function run(code: string): unknown {
  const result: unknown[] = []
  runInNewContext(code, { result, Math, Promise })
  return JSON.stringify(result)
}

const arrows = toArrows(SCRIPT)
const read = (table: string) => {
  const script = readScript(arrows)
  applyTable(script, table)
  return script
}
const { bindings } = readScript(arrows)
const toSize = (code: string) => brotliCompressSync(code).length

describe('a script does the same', () => {
  test('with its functions as arrow functions', () => {
    expect(run(arrows)).toBe(run(SCRIPT))
  })

  test('with the letters that are free', () => {
    expect(run(print(read('')))).toBe(run(SCRIPT))
  })

  test('with any letters, in any order', () => {
    const tables = fc.shuffledSubarray(bindings).chain((named) =>
      fc
        .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: named.length, maxLength: named.length })
        .map((letters) =>
          named
            .map(({ key }, index) => [key.split('.'), letters[index]] as const)
            .map(([[owner, ...rest], letter]) =>
              rest[0] ? `${owner} ${rest.join('.')}=${letter}` : `${owner}=${letter}`,
            )
            .join('\n'),
        ),
    )
    fc.assert(fc.property(tables, (table) => run(print(read(table))) === run(SCRIPT)))
  })

  test('after a search', () => {
    const script = read('')
    search(script, toSize, 200)
    expect(run(print(script))).toBe(run(SCRIPT))
  })
})

test('a search makes it smaller, and is the same each time', () => {
  const [one, other] = [read(''), read('')]
  search(one, toSize, 200)
  search(other, toSize, 200)
  expect(toSize(print(one))).toBeLessThan(toSize(print(read(''))))
  expect(print(one)).toBe(print(other))
})

test('what was found is found again in the table', () => {
  const script = read('')
  search(script, toSize, 200)
  expect(print(read(toTable(script)))).toBe(print(script))
})

test('a letter of the table that two would share goes to the first', () => {
  expect(run(print(read('add=a\npick=a\nlater=a')))).toBe(run(SCRIPT))
})

test('two variables that share a letter are found', () => {
  const script = read('')
  const [outer, inner] = ['add', 'fail.text'].map((name) => script.bindings.find(({ key }) => key === name))
  Object.assign(inner ?? {}, { letter: outer?.letter })
  expect(() => checkSame(script, readScript(print(script)))).toThrow('share')
})

test('a function that would lose its `this` or `arguments` stops the build', () => {
  expect(() => toArrows('(()=>{function late(){return arguments}late()})()')).toThrow('late')
})
