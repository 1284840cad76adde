import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A repository of profiles with a pull request that is merged, and a dump beside it. */

export const VERSIONS = `    - version: 1.34.4
      classification: preview
    - version: 1.34.3
      classification: supported
    - version: 1.33.7
      classification: supported
      expirationDate: "2027-06-30T00:00:00Z"
`
export const MERGED = `    # Ran on two clusters for twelve days.
    - version: 1.34.4
      classification: supported
    - version: 1.34.3
      classification: deprecated
      expirationDate: "2027-03-21T00:00:00Z"
    - version: 1.33.7
      classification: supported
      expirationDate: "2027-06-30T00:00:00Z"
`

export function profileText(versions: string): string {
  return `apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: aws
spec:
  type: aws
  regions:
  - name: eu-west-1
  kubernetes:
    versions:
${versions}  machineImages:
  - name: gardenlinux
    updateStrategy: minor
    versions:
    - version: 1877.9.0
      classification: supported
      architectures: [amd64]
      cri: [{ name: containerd }]
  machineTypes:
  - name: m5.large
    cpu: "2"
    gpu: "0"
    memory: 8Gi
    architecture: amd64
`
}

function shootText(project: string, name: string, version: string, hour: string, isAuto: boolean): string {
  return `- apiVersion: core.gardener.cloud/v1beta1
  kind: Shoot
  metadata: { name: ${name}, namespace: garden-${project} }
  spec:
    cloudProfile: { kind: CloudProfile, name: aws }
    region: eu-west-1
    kubernetes: { version: ${version} }
    maintenance:
      autoUpdate: { kubernetesVersion: ${isAuto}, machineImageVersion: false }
      timeWindow: { begin: "${hour}0000+0100", end: "${hour}3000+0100" }
    provider:
      type: aws
      workers:
      - name: a
        minimum: 3
        maximum: 9
        machine:
          type: m5.large
          image: { name: gardenlinux, version: 1877.9.0 }
`
}

const CLUSTERS: readonly (readonly [project: string, name: string, version: string, hour: string, isAuto: boolean])[] =
  [
    ['ads', 'bidder-us', '1.34.3', '21', false],
    ['ads', 'reports', '1.34.3', '22', false],
    ['data', 'lake-prod', '1.34.3', '20', true],
    ['iot', 'field-gw', '1.33.7', '03', false],
    ['iot', 'hub-legacy', '1.33.7', '04', true],
    ['search', 'index-us', '1.34.4', '05', false],
  ]

function dumpText(versions: string): string {
  const projects = [...new Set(CLUSTERS.map(([project]) => project))].map(
    (project) => `- apiVersion: core.gardener.cloud/v1beta1
  kind: Project
  metadata: { name: ${project} }
  spec: { namespace: garden-${project} }
`,
  )
  const profile = `- ${profileText(versions).trimEnd().replaceAll('\n', '\n  ')}\n`
  return `apiVersion: v1\nitems:\n${profile}${projects.join('')}${CLUSTERS.map((one) => shootText(...one)).join('')}kind: List\n`
}

/** Runs Git with fixed names and dates, so that commits have fixed names too. */
export function git(folder: string, ...args: readonly string[]): string {
  const day = '2026-11-21T12:00:00Z'
  const who = {
    GIT_AUTHOR_NAME: 'operator',
    GIT_AUTHOR_EMAIL: 'o@example.com',
    GIT_COMMITTER_NAME: 'operator',
    GIT_COMMITTER_EMAIL: 'o@example.com',
  }
  const env = {
    ...process.env,
    ...who,
    GIT_AUTHOR_DATE: day,
    GIT_COMMITTER_DATE: day,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' })
}

/** `HEAD` is the merge of a pull request, `HEAD^1` what it is merged into; `dump.yaml` is not part of it. */
export function makeRepository(folder: string, before = VERSIONS, after = MERGED): void {
  mkdirSync(join(folder, 'profiles'), { recursive: true })
  const profile = join(folder, 'profiles', 'aws.yaml')
  git(folder, 'init', '--quiet', '--initial-branch=main')
  writeFileSync(join(folder, '.gitignore'), 'dump.yaml\ncomment.md\n.ci\n')
  writeFileSync(profile, profileText(before))
  writeFileSync(join(folder, 'README.md'), 'The profiles of live.\n')
  git(folder, 'add', '.')
  git(folder, 'commit', '--quiet', '--message=Profiles of live')
  git(folder, 'switch', '--quiet', '--create=aws-1.34')
  writeFileSync(profile, profileText(after))
  git(folder, 'commit', '--quiet', '--all', '--message=aws: promote 1.34.4, deprecate 1.34.3')
  git(folder, 'switch', '--quiet', 'main')
  git(folder, 'merge', '--quiet', '--no-ff', '--message=Merge aws-1.34', 'aws-1.34')
  writeFileSync(join(folder, 'dump.yaml'), dumpText(before))
}
