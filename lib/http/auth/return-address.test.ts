import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnAddress, signInAddress } from './sign-in'

test.each([
  '/',
  '/shoots/garden-payments/checkout-prod',
  '/workbench/aws?draft=1jcxLCsIwFEb&view=table#night',
  '/shoots?filter=%2F%2Fevil.example',
  '/shoots?to=https://evil.example',
  '/projects/a%2Fb',
  '/signing',
])('leads back to %s, with everything in it', (to) => {
  expect(returnAddress(to)).toBe(to)
})

test.each([
  null,
  undefined,
  '',
  'shoots',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/a/%2e%2e//evil.example',
  '/./\\evil.example',
  ' //evil.example',
  '//here.invalid@evil.example',
  '//[',
  '/signin',
  '/signin?to=/shoots',
  '/x/../signin/provider',
  '/SIGNIN',
  '/signout',
  `/shoots?${'a'.repeat(8000)}`,
])('does not lead to %j', (to) => {
  expect(returnAddress(to)).toBe('/')
})

test('never leads to another site, whatever it is asked for', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '%2e',
    '\t',
    '\r',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    'https',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      (text) => {
        const page = 'https://almanac.example/signin'
        expect(new URL(returnAddress(text), page).origin).toBe('https://almanac.example')
        expect(new URL(returnAddress(`/${text}`), page).origin).toBe('https://almanac.example')
      },
    ),
  )
})

test('says where to sign in for a page', () => {
  expect(signInAddress('/')).toBe('/signin')
  expect(signInAddress('/shoots?q=a&b')).toBe('/signin?to=%2Fshoots%3Fq%3Da%26b')
  expect(signInAddress('//evil.example')).toBe('/signin')
})
