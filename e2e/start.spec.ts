import { expect, test } from '@playwright/test'
import { startAlmanac } from './support/almanac'

test('a second start neither installs nor builds, and is up in a few seconds', async () => {
  const begin = Date.now()
  const almanac = await startAlmanac()
  const seconds = (Date.now() - begin) / 1000
  await almanac.stop()
  expect(almanac.log()).not.toMatch(/Installing|Building/)
  expect(seconds).toBeLessThan(10)
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

test('ends in time while a browser listens for changes', async () => {
  const almanac = await startAlmanac()
  const stream = await fetch(`${almanac.url}/api/events`)
  await stream.body?.getReader().read()
  const begin = Date.now()
  await almanac.stop()
  expect(Date.now() - begin).toBeLessThan(5000)
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
