import { beforeAll, describe, expect, it, test } from 'vitest'
import type { Landscape } from '@/lib/landscape/landscape'
import { demoLandscape } from '@/lib/landscape/testdata/demo'
import { standingView } from './answer'
import { standingAnswer } from './contract'

let landscape: Landscape

beforeAll(async () => {
  landscape = await demoLandscape()
})

const objectOf = (page: string) => standingAnswer.parse({ ...standingView(landscape, page), isCut: false }).object

it('counts the clusters of the landscape, and names the Gardener that works on them', () => {
  expect(standingView(landscape, '/')).toMatchObject({
    protocol: 1,
    clusters: landscape.roster.members.length,
    object: null,
  })
  expect(standingView(landscape, '/').gardener).toMatch(/^v1\.\d+\.\d+/)
})

describe('what a page is about', () => {
  it('a version, with its stage and who runs it', () => {
    const { clusters } = landscape.usage.get('aws')?.versions.get('Kubernetes 1.36.2') ?? {}
    expect(objectOf('/versions/aws/kubernetes/1.36.2')).toEqual({
      kind: 'version',
      found: { stage: 'preview', since: null, clusters, version: null },
      newest: expect.stringMatching(/^1\.3\d\.\d+$/),
    })
    expect(clusters).toBeGreaterThan(0)
  })

  it('a version of an image, which a link writes with escapes', () => {
    const [image] = landscape.snapshot.profiles.get('aws')?.profile.machineImages ?? []
    const version = image?.versions[0]?.version ?? ''
    expect(objectOf(`/versions/%61ws/${image?.name}/${version}`)).toMatchObject({
      found: { clusters: expect.any(Number) },
    })
  })

  it('one that is not there, with the highest that may be run', () => {
    const object = objectOf('/versions/aws/kubernetes/9.9.9')
    expect(object).toMatchObject({ found: null })
    expect(objectOf(`/versions/aws/kubernetes/${object?.newest}`)?.found).not.toBeNull()
  })

  it('a version of a profile that is not there', () => {
    expect(objectOf('/versions/mars/kubernetes/1.34.1')).toMatchObject({ found: null, newest: null })
  })

  it('a profile, whatever its page is for', () => {
    expect(objectOf('/cloudprofiles/aws')).toMatchObject({ kind: 'profile', found: { stage: null } })
    expect(objectOf('/cloudprofiles/mars')).toMatchObject({ kind: 'profile', found: null })
  })

  it('a project, and a cluster on any of its tabs', () => {
    const { shoot, project } = landscape.roster.members.at(0) ?? {}
    expect(objectOf(`/projects/${project}`)).toMatchObject({ found: { clusters: expect.any(Number) } })
    expect(objectOf('/projects/nobody')).toMatchObject({ found: null })
    expect(objectOf(`/shoots/${shoot?.namespace}/${shoot?.name}/maintenance`)).toMatchObject({
      kind: 'cluster',
      found: { version: shoot?.kubernetesVersion, clusters: null },
    })
    expect(objectOf(`/shoots/${shoot?.namespace}/nobody`)).toMatchObject({ kind: 'cluster', found: null })
  })

  test.each(['/', '/shoots', '/projects', '/cloudprofiles', '/versions/aws', '/workbench', '/%', '/a/b/c/d/e/f', '//'])(
    'nothing that others have as well: %s',
    (page) => {
      expect(objectOf(page)).toBeNull()
    },
  )
})
