import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { problemBody } from '@/lib/words/faults'
import type { Identity, Snapshot } from '../garden'
import { ManifestsGarden } from './manifests-garden'

let folders: string[] = []
let gardens: ManifestsGarden[] = []

afterEach(async () => {
  await Promise.all(gardens.map((garden) => garden.close()))
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  folders = []
  gardens = []
})

/** A garden of these files, by name. */
async function gardenOf(
  files: Readonly<Record<string, string>>,
): Promise<ManifestsGarden & { readonly at: (name: string) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-files-'))
  folders.push(folder)
  const at = (name: string) => join(folder, name)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), text)
  }
  const garden = new ManifestsGarden(folder, { interval: 10, settle: 5, patience: 20 })
  gardens.push(garden)
  await garden.ready()
  return Object.assign(garden, { at })
}

const read = async (files: Readonly<Record<string, string>>) => (await gardenOf(files)).snapshot()

const told = ({ problems }: Snapshot) => problems.map(problemBody).map(({ source, reason }) => `${source} ${reason}`)
const clusters = ({ shoots }: Snapshot) =>
  [...shoots].map(({ namespace, name, kubernetesVersion }) => `${namespace}/${name} ${kubernetesVersion}`)

const profile = `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: p}
spec:
  kubernetes:
    versions: [{version: 1.35.4}, {version: 1.34.2}, {version: 1.33.1}]
`
const shoot = (
  name: string,
  metadata = '{name: web, namespace: garden-a}',
  version = '1.33.1',
) => `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: ${metadata.replace('web', name)}
spec:
  cloudProfile: {name: p}
  kubernetes: {version: ${version}}
  provider: {workers: []}
`
const shell = (name: string) => `$\{${name}}`
const helm = `{{- range $p := .Values.profiles }}
---
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: {{ $p.name }}
spec:
  kubernetes:
    versions:
{{ toYaml $p.versions | indent 6 }}
{{- end }}
`
const jinja = `apiVersion: core.gardener.cloud/v1beta1
kind: Project
metadata:
  name: "{{ project }}"
spec:
{% if owner is defined %}
  owner: {kind: User, name: a}
{% endif %}
  namespace: garden-a
`

describe('a template', () => {
  const cases: readonly (readonly [title: string, file: string, text: string, command: string])[] = [
    ['of a chart', 'charts/landscape/templates/profiles.yaml', helm, 'helm template charts/landscape > garden.yaml'],
    ['of Helm anywhere', 'profiles.yaml', helm, 'helm template CHART > garden.yaml'],
    ['of Jinja', 'project.yaml', jinja, 'jinja2 project.yaml > garden.yaml'],
    [
      'with values in quotes alone',
      'a.yaml',
      shoot('web', undefined, '"{{ .Values.version }}"'),
      'helm template CHART',
    ],
    ['with a name in quotes', 'a.yml', shoot('"{{ name }}"'), 'jinja2 a.yml'],
    ['of ERB', 'a.yaml', shoot('<%= name %>: x'), 'erb a.yaml'],
    ['for envsubst', 'a.yaml', shoot('web', undefined, shell('VERSION')), 'envsubst < a.yaml'],
    [
      'in JSON',
      'a.json',
      '{"apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot", "spec": {{ .spec }} }',
      'helm template',
    ],
    [
      'whose kind is filled in',
      'a.yaml',
      'apiVersion: core.gardener.cloud/v1beta1\nkind: {{ .kind }}\nmetadata:\n  name: {{ .name }}\n',
      'helm template',
    ],
  ]

  it.each(cases)('%s is told once, with what renders it', async (_, file, text, command) => {
    const snapshot = await read({ [file]: text, 'p.yaml': profile })
    expect(told(snapshot)).toEqual([
      expect.stringMatching(
        new RegExp(`^${file} is a template, not a manifest\\. Render it first, and give what comes out: "`),
      ),
    ])
    expect(told(snapshot)[0]).toContain(command)
    expect([...snapshot.profiles.keys()]).toEqual(['p'])
    expect(clusters(snapshot)).toEqual([])
  })

  it.each([
    [
      'a Deployment',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n{{- if .a }}\n  a: b\n{{- end }}\n',
    ],
    ['a Project of OpenShift', 'apiVersion: project.openshift.io/v1\nkind: Project\nmetadata:\n  name: {{ name }}\n'],
    [
      'an extension',
      '{{- if .x }}\napiVersion: core.gardener.cloud/v1beta1\nkind: ControllerRegistration\nmetadata:\n  name: a\n{{- end }}\n',
    ],
    ['JSON of somebody else', '{"a": {{ b }} }'],
  ])('of %s is passed over in silence', async (_, text) => {
    expect(told(await read({ 'a.yaml': text, 'p.yaml': profile }))).toEqual([])
  })

  it('does not take away what stands beside it, and may be what people write in texts', async () => {
    const annotated = shoot('web', '{name: web, namespace: garden-a, annotations: {note: "{{ .Values.x }} $A"}}')
    const snapshot = await read({ 'a.yaml': `${shoot('api')}---\n${helm}`, 'b.yaml': annotated, 'p.yaml': profile })
    expect(clusters(snapshot)).toEqual(['garden-a/api 1.33.1', 'garden-a/web 1.33.1'])
    expect(snapshot.problems).toHaveLength(1)
  })

  it('is no word for YAML that is broken', async () => {
    const [problem] = (
      await read({ 'a.yaml': 'apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\n  x: y: "{{ z }}"\n' })
    ).problems
    expect(problem?.fault.code).not.toBe('template')
  })
})

describe('a folder of kustomize', () => {
  const base = { 'base/shoot.yaml': shoot('web', '{name: web}') }
  const patch = `apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: web, namespace: garden-a}
spec:
  cloudProfile: {name: p}
  kubernetes: {version: 1.34.2}
`

  it('shows the object and not its patch, in the namespace of its base, and says how to render it', async () => {
    const snapshot = await read({
      ...base,
      'p.yaml': profile,
      'base/kustomization.yaml': 'resources: [shoot.yaml]\nnamespace: garden-a\n',
      'overlays/prod/kustomization.yaml': 'resources: [../../base]\npatches: [{path: patch.yaml}]\n',
      'overlays/prod/patch.yaml': patch,
    })
    expect(clusters(snapshot)).toEqual(['garden-a/web 1.33.1'])
    expect(told(snapshot)).toEqual([
      'overlays/prod/kustomization.yaml is for kustomize, and what it changes in manifests is not applied here: they are shown as they stand in their files. Render it, and give what comes out: "kubectl kustomize overlays/prod > garden.yaml".',
    ])
  })

  it.each([
    ['patches', 'patches: [{path: patch.yaml}]'],
    ['patchesStrategicMerge', 'patchesStrategicMerge: [patch.yaml]'],
    ['patchesStrategicMerge, as a path', 'patchesStrategicMerge: [./patch.yaml]'],
    ['patchesJson6902', 'patchesJson6902: [{path: patch.yaml, target: {kind: Shoot}}]'],
  ])('never lets a patch stand in for its object: %s, whatever the order of paths', async (_, field) => {
    for (const [name, before] of [
      ['kustomization.yaml', true],
      ['kustomization.yml', false],
      ['Kustomization', true],
    ] as const) {
      const [object, over] = before ? ['z', 'a'] : ['a', 'z']
      const snapshot = await read({
        'p.yaml': profile,
        [`${object}/kustomization.yaml`]: 'resources: [shoot.yaml]\n',
        [`${object}/shoot.yaml`]: shoot('web'),
        [`${over}/${name}`]: `resources: [../${object}]\n${field}\n`,
        [`${over}/patch.yaml`]: patch,
      })
      expect(clusters(snapshot)).toEqual(['garden-a/web 1.33.1'])
      expect(told(snapshot)).toEqual([expect.stringContaining(`kubectl kustomize ${over} > garden.yaml`)])
    }
  })

  it('names one of several overlays, and that there are others', async () => {
    const overlay = 'bases: [../base]\nnamePrefix: a-\n'
    const snapshot = await read({
      'base/kustomization.yaml': 'resources: [shoot.yaml]\n',
      'base/shoot.yaml': shoot('web'),
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}/kustomization.yaml`, overlay])),
    })
    expect(told(snapshot)).toEqual([
      expect.stringContaining('"kubectl kustomize a > garden.yaml", and likewise b, c, d and 2 more.'),
    ])
  })

  it('says nothing where a kustomization only lists, or is about nothing of ours', async () => {
    const snapshot = await read({
      'kustomization.yaml': 'resources: [shoot.yaml]\nnamespace: garden-b\n',
      'shoot.yaml': shoot('web'),
      'other/kustomization.yaml': 'resources: [a.yaml]\npatches: [{path: b.yaml}]\n',
      'other/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
      'other/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    })
    expect(clusters(snapshot)).toEqual(['garden-b/web 1.33.1'])
    expect(told(snapshot)).toEqual([])
  })

  it('takes the namespace of the outermost; of several that differ, of the base', async () => {
    const one = { 'o/kustomization.yaml': 'resources: [../base]\nnamespace: garden-o\n' }
    const two = { 'q/kustomization.yaml': 'resources: [../base]\nnamespace: garden-q\n' }
    const own = { 'base/kustomization.yaml': 'resources: [shoot.yaml]\nnamespace: garden-a\n' }
    expect(clusters(await read({ ...base, ...own, ...one }))).toEqual(['garden-o/web 1.33.1'])
    expect(clusters(await read({ ...base, ...own, ...one, ...two }))).toEqual(['garden-a/web 1.33.1'])
    expect(
      clusters(await read({ ...base, ...one, ...two, 'base/kustomization.yaml': 'resources: [shoot.yaml]' })),
    ).toEqual([])
  })

  it('is not led astray by kustomizations that build on each other', async () => {
    const snapshot = await read({
      'a/kustomization.yaml': 'resources: [../b, x.yaml]\nnamespace: garden-x\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
      'a/x.yaml': shoot('web'),
    })
    expect(clusters(snapshot).map((one) => one.split('/')[1])).toEqual(['web 1.33.1'])
  })

  it('follows what is written: a file that becomes a patch, and one that is no patch any more', async () => {
    const garden = await gardenOf({ 'a.yaml': patch, 'b.yaml': shoot('web') })
    expect(clusters(garden.snapshot())).toEqual(['garden-a/web 1.34.2'])
    expect(told(garden.snapshot())).toEqual([
      'b.yaml is there twice, and not the same: also in a.yaml, line 1, and that one counts',
    ])
    const changed = new Promise<void>((resolve) => {
      garden.subscribe(() => {
        if (clusters(garden.snapshot())[0] === 'garden-a/web 1.33.1') resolve()
      })
    })
    await writeFile(garden.at('kustomization.yaml'), 'resources: [b.yaml]\npatches: [{path: a.yaml}]\n')
    await changed
    const back = new Promise<void>((resolve) => {
      garden.subscribe(() => {
        if (clusters(garden.snapshot())[0] === 'garden-a/web 1.34.2') resolve()
      })
    })
    await rm(garden.at('kustomization.yaml'))
    await back
  })

  it('does not write into a file whose namespace comes from elsewhere', async () => {
    const garden = await gardenOf({
      ...base,
      'base/kustomization.yaml': 'resources: [shoot.yaml]\nnamespace: garden-a\n',
    })
    const ref = { kind: 'Shoot', namespace: 'garden-a', name: 'web' } as const
    const outcome = await garden.apply({} as Identity, ref, (object) => object, { resourceVersion: '', dryRun: true })
    expect(outcome).toMatchObject({
      kind: 'unavailable',
      message:
        'base/shoot.yaml cannot be written: a kustomization gives Shoot garden-a/web its namespace. Edit it by hand.',
    })
  })
})

describe('what may be absent', () => {
  it('takes the namespace of a project from its name, as Gardener does', async () => {
    const snapshot = await read({
      'a.yaml': 'apiVersion: core.gardener.cloud/v1beta1\nkind: Project\nmetadata: {name: fresh}\nspec: {}\n',
    })
    expect(snapshot.projects).toEqual([{ name: 'fresh', namespace: 'garden-fresh', members: [] }])
    expect(told(snapshot)).toEqual([])
  })
})

describe('a cluster that names no whole version of Kubernetes', () => {
  const written = (version: string) =>
    shoot('web').replace('  kubernetes: {version: 1.33.1}\n', version === 'none' ? '' : `  kubernetes: ${version}\n`)

  it.each([
    ['none', '1.35.4', ''],
    ['{}', '1.35.4', ''],
    ['{version: ""}', '1.35.4', ''],
    ['{version: "1"}', '1.35.4', '1'],
    ['{version: "1.33"}', '1.33.1', '1.33'],
    ['{version: "1.34"}', '1.34.2', '1.34'],
  ])('gets what any new cluster gets: %s', async (version, got, as) => {
    const snapshot = await read({ 'a.yaml': written(version), 'p.yaml': profile })
    expect(clusters(snapshot)).toEqual([`garden-a/web ${got}`])
    expect([...snapshot.shoots].map(({ writtenVersion }) => writtenVersion)).toEqual([as])
    expect(told(snapshot)).toEqual([])
  })

  it('is told where there is none for it', async () => {
    expect(told(await read({ 'a.yaml': written('{version: "1.20"}'), 'p.yaml': profile }))).toEqual([
      expect.stringMatching(/^a\.yaml names no whole Kubernetes version, and its creation would be refused: /),
    ])
    expect(told(await read({ 'a.yaml': written('none') }))).toEqual([
      'a.yaml names no whole Kubernetes version, and its profile, which would give it one, is not there',
    ])
  })

  it('is not read where something else stands for a version', async () => {
    expect(told(await read({ 'a.yaml': written('{version: new}'), 'p.yaml': profile }))).toEqual([
      'a.yaml spec.kubernetes.version: "new" is not a version',
    ])
  })
})

describe('the former group of the API', () => {
  it.each(['Project', 'Shoot', 'CloudProfile'])('is named: %s', async (kind) => {
    const snapshot = await read({
      'a.yaml': `apiVersion: garden.sapcloud.io/v1beta1\nkind: ${kind}\nmetadata: {name: a}\n`,
    })
    expect(told(snapshot)).toEqual([
      'a.yaml apiVersion: "garden.sapcloud.io/v1beta1" is of the former group of Gardener\'s API; it must be core.gardener.cloud/v1beta1',
    ])
  })
})
