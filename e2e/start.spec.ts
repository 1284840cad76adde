import { expect, test } from '@playwright/test'
import { startAlmanac } from './support/almanac'

test('a second start neither installs nor builds', async () => {
  const almanac = await startAlmanac()
  await almanac.stop()
  expect(almanac.log()).not.toMatch(/Installing|Building/)
})

test('says what is shown, where, and that nobody else can reach it', async () => {
  const almanac = await startAlmanac()
  await almanac.stop()
  expect(almanac.log()).toContain(`Almanac shows the demo garden at ${almanac.url}`)
  expect(almanac.log()).toContain('listens on this machine only')
})

test('warns when HOST lets others in', async () => {
  const almanac = await startAlmanac({ env: { HOST: '0.0.0.0' } })
  await almanac.stop()
  expect(almanac.log()).toContain('Warning: HOST=0.0.0.0')
})

test('ends when it is asked to, although a browser goes on listening for changes', async () => {
  const almanac = await startAlmanac()
  const stream = await fetch(`${almanac.url}/api/events`)
  await stream.body?.getReader().read()
  // Nobody else ends it, and the browser never does.
  await almanac.stop()
})

test('says that the port is taken instead of starting', async () => {
  const almanac = await startAlmanac()
  const port = new URL(almanac.url).port
  await expect(startAlmanac({ env: { PORT: port } })).rejects.toThrow(`Port ${port} is taken`)
  await almanac.stop()
})

test('says that there is no such garden instead of starting', async () => {
  await expect(startAlmanac({ garden: 'missing.yaml' })).rejects.toThrow('no such file or folder')
})
