/** A script does the same whether a function stands by itself or where it is called. */
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { unfold } from '../../../src/build/unfold.mjs'

const run = (code: string) => {
  const said: unknown[] = []
  runInNewContext(`"use strict";${code}`, { said, place: { name: 'shop' } })
  return said
}
const toFunctions = (code: string) => code.match(/(?<=^|\n)(async )?function\*? \w+/g) ?? []

test.each([
  ['as a statement', 'function one(){said.push(1)}\none()'],
  ['within another', 'function two(){said.push(2)}\nfunction one(){two();said.push(1)}\none()'],
  [
    'with its own variables beside others of that name',
    'function one(){let x=1;said.push(x)}\n{let x=2;one();said.push(x)}',
  ],
  [
    'where a branch needs one statement',
    'function one(){said.push(1);said.push(2)}\nif(said.length)one();else said.push(3)',
  ],
  ['with parameters of the same name', 'function one(x){said.push(x,x)}\n{let x=[1];one(x)}'],
  ['with parameters of another', 'function one(y){said.push(y,y)}\n{let x=[1];one(x)}'],
  ['with a pattern as parameter', 'function one({x,y=2},[z]){said.push(x,y,z)}\none({x:1},[3])'],
  [
    'with a name, a property and a function',
    'function one(a,b,c){said.push(a,b,c())}\n{let x=1;one(x,place.name,()=>x+1)}',
  ],
  ['with what it returns in the end', 'let x;function one(y){said.push(y);return y+1}\nx=one(1);said.push(x)'],
  ['with what it returns alone', 'let x;function one(y){return said.push(y),y*2}\nx=one(3);said.push(x)'],
  [
    'with a parameter that is the name of a property too',
    'function one(y){said.push({y},{y:1}.y,y.y)}\n{let x={y:2};one(x)}',
  ],
  ['with an argument that changes', 'function one(y){said.push(()=>y)}\n{let x=1;one(x);x=2;said.push(said.pop()())}'],
  ['beside others', 'function one(y){let z=y;said.push(z)}\n{let x=1;one(x)\nsaid.push(2)}'],
  ['throwing', 'function one(){said.push(1);throw 2}\ntry{one()}catch(text){said.push(text)}'],
  ['changing a property of what it is given', 'function one(x){x.y=1}\n{let x={};one(x);said.push(x)}'],
])('unfolded %s', (_how, code) => {
  const unfolded = unfold(code)
  expect(toFunctions(unfolded)).toEqual([])
  expect(run(unfolded)).toEqual(run(code))
})

test.each([
  ['called twice', 'function one(){said.push(1)}\none();one()'],
  ['used otherwise too', 'function one(){said.push(1)}\none();said.push(typeof one)'],
  ['calling itself', 'function one(){if(said.push(1)<3)one()}\none()'],
  ['returning early', 'function one(x){if(x)return;said.push(1)}\none(1)'],
  ['returning nothing that is assigned', 'let x=1;function one(){said.push(1)}\nx=one();said.push(x)'],
  ['within an expression', 'function one(){said.push(1);return 2}\nsaid.push(one())'],
  ['asynchronous', 'async function one(){said.push(1)}\none()'],
  ['a generator', 'function*one(){said.push(1)}\none()'],
  ['with its own `arguments`', 'function one(){said.push(arguments.length)}\none()'],
  ['with fewer arguments than parameters', 'function one(x){said.push(x===undefined)}\none()'],
  ['with a variable of the name of an argument', 'function one(x,y){let z=2;said.push(x,y,z)}\n{let z=1;one(z,z+1)}'],
  ['whose parameter changes', 'function one(x){x++;said.push(x)}\n{let x=1;one(x);said.push(x)}'],
  [
    'whose variable the caller has too',
    'let x=1;function one(){said.push(x)}\nfunction two(x){one();said.push(x)}\ntwo(2);said.push(typeof two)',
  ],
  [
    'whose variable the block of its call has too',
    'let x=1;function one(){said.push(x)}\nif(said){let x=2;one();said.push(x)}',
  ],
])('left by itself: %s', (_why, code) => {
  expect(unfold(code)).toBe(code)
})

test('an argument used later is read when the function is called', () => {
  const code = 'function one(x){said.push(()=>x)}\none(place.name);place.name="other";said.push(said.pop()())'
  expect(run(unfold(code))).toEqual(['shop'])
})
