import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stringify } from 'yaml'
import { demoManifests } from '@/lib/garden/demo/manifests'
import type { Garden } from '@/lib/garden/garden'
import { ManifestsGarden } from '@/lib/garden/manifests/manifests-garden'
import { type Figure, watched } from './measure'

const probes = 8
/** Milliseconds between two writes of files that nobody asks for. */
const churn = 50

/** How long it takes until a change of a file is in a snapshot: while other files change all the time, and in a file of 50 MB. */
export async function folder(): Promise<Figure[]> {
  return [...(await busyFolder(10_000, 5)), ...(await largeFile('yaml', 23_000)), ...(await largeFile('json', 12_000))]
}

async function busyFolder(shoots: number, perFile: number): Promise<Figure[]> {
  return inFolder(async (path) => {
    const files = Array.from({ length: Math.ceil(shoots / perFile) }, (_, file) => ({
      path: join(path, `${file}.yaml`),
      names: Array.from({ length: Math.min(perFile, shoots - file * perFile) }, (_, i) => `c${file}-${i}`),
    }))
    const text = (file: number, version: string) =>
      (files[file]?.names ?? []).map((name) => stringify(shoot(name, version))).join('---\n')
    for (const [i, file] of files.entries()) writeFileSync(file.path, text(i, '1.33.0'))
    const end = new AbortController()
    const others = (async () => {
      for (let i = 0; !end.signal.aborted; i++) {
        const file = 1 + ((i * 7919) % (files.length - 1))
        await writeFile(files[file]?.path ?? '', text(file, `1.34.${i}`))
        await setTimeout(churn)
      }
    })()
    const change = async (round: number) => {
      await writeFile(files[0]?.path ?? '', text(0, `1.32.${round}`))
      return `1.32.${round}`
    }
    const seen = await waits(path, 'c0-0', change)
    end.abort()
    await others
    const what = `${shoots} clusters in ${files.length} files, of which ${1000 / churn} a second change`
    return figures(what, seen, 2000)
  })
}

async function largeFile(form: 'yaml' | 'json', shoots: number): Promise<Figure[]> {
  return inFolder(async (path) => {
    const items = [...demoManifests({ born: '2026-11-21', shoots }), shoot('probe', 'THE-VERSION')]
    const list = { apiVersion: 'v1', items, kind: 'List', metadata: {} }
    const text = form === 'json' ? JSON.stringify(list, null, 4) : dump(items)
    const file = join(path, `dump.${form}`)
    // As bytes: to make them of a text of that size would hold the event loop, which is watched meanwhile.
    const [before = '', after = ''] = text.split('THE-VERSION').map((part) => Buffer.from(part))
    const change = async (round: number) => {
      await writeFile(`${file}.new`, [before, `1.32.${round}`, after])
      await rename(`${file}.new`, file)
      return `1.32.${round}`
    }
    await change(100)
    const megabytes = Math.round(Buffer.byteLength(text) / 1e6)
    return figures(
      `one of ${shoots} clusters in a file of ${megabytes} MB, ${form}`,
      await waits(file, 'probe', change),
      5000,
    )
  })
}

/** A list as kubectl writes it; made item by item, as that of all would take minutes. */
function dump(items: readonly object[]): string {
  return `apiVersion: v1\nitems:\n${items.map((item) => stringify([item])).join('')}kind: List\nmetadata: {}\n`
}

interface Waits {
  readonly ready: number
  readonly milliseconds: readonly number[]
  readonly longestHold: number
}

/** Changes one cluster again and again, and waits for each change to be seen. */
async function waits(path: string, name: string, change: (round: number) => Promise<string>): Promise<Waits> {
  const begin = performance.now()
  const garden = new ManifestsGarden(path)
  await garden.ready()
  const ready = performance.now() - begin
  const milliseconds: number[] = []
  const { longest } = await watched(async () => {
    for (let round = 0; round < probes; round++) {
      // At another moment between two looks each time.
      await setTimeout(1000 + round * 137)
      const version = await change(round)
      const from = performance.now()
      await until(garden, () =>
        [...garden.snapshot().shoots].some((one) => one.name === name && one.kubernetesVersion === version),
      )
      milliseconds.push(performance.now() - from)
    }
  })
  await garden.close()
  return { ready, milliseconds, longestHold: longest }
}

function until(garden: Garden, isSo: () => boolean): Promise<void> {
  return new Promise((done) => {
    // The garden itself does not keep a process alive.
    const alive = setInterval(() => {}, 1000)
    const stop = garden.subscribe(() => {
      if (!isSo()) return
      clearInterval(alive)
      stop()
      done()
    })
  })
}

function figures(what: string, { ready, milliseconds, longestHold }: Waits, below: number): Figure[] {
  const figure = (more: string, value: number, target?: Figure['target']): Figure => ({
    bench: 'folder',
    what: `${what}: ${more}`,
    value,
    unit: 'ms',
    ...(target !== undefined && { target }),
  })
  return [
    figure('the first reading', ready),
    figure(`a change is seen after, longest of ${probes}`, Math.max(...milliseconds), { below }),
    figure('the event loop is held, longest', longestHold, { below: 100 }),
  ]
}

function shoot(name: string, version: string) {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name, namespace: 'garden-bench' },
    spec: { cloudProfile: { kind: 'CloudProfile', name: 'aws' }, kubernetes: { version } },
  }
}

async function inFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  try {
    return await work(path)
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}
