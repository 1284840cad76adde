import type { Garden, GardenAction, GardenUser, Identity } from '@/lib/garden'
import { AccessError } from '@/lib/garden/errors'

export interface Person extends GardenUser {
  /** The namespaces in which they may list shoots and NamespacedCloudProfiles, and get the project. */
  readonly namespaces: 'all' | readonly string[]
  readonly mayListProfiles: boolean
}

/** The people by the token that lets them in. */
export const people: Readonly<Record<string, Person>> = {
  operator: { name: 'operator@example.com', groups: [], namespaces: 'all', mayListProfiles: true },
  member: {
    name: 'payments-admin@example.com',
    groups: ['system:authenticated'],
    namespaces: ['garden-payments'],
    mayListProfiles: true,
  },
  'member-of-three': {
    name: 'three@example.com',
    groups: [],
    namespaces: ['garden-payments', 'garden-media', 'garden-search'],
    mayListProfiles: true,
  },
  'service-account': {
    name: 'system:serviceaccount:garden-billing:robot',
    groups: ['system:serviceaccounts'],
    namespaces: ['garden-billing'],
    mayListProfiles: true,
  },
  'member-without-profiles': {
    name: 'blind@example.com',
    groups: [],
    namespaces: ['garden-logistics'],
    mayListProfiles: false,
  },
  nobody: { name: 'nobody@example.com', groups: [], namespaces: [], mayListProfiles: true },
}

function personOf(identity: Identity): Person {
  const person = identity.kind === 'user' ? people[identity.token] : undefined
  if (person === undefined) throw new AccessError('refused', 'Unauthorized')
  return person
}

/** A garden with users: its projects name those who may see them. */
export function withUsers(whole: Garden): Garden {
  const named = new WeakMap<object, ReturnType<Garden['snapshot']>>()
  const snapshot = () => {
    const read = whole.snapshot()
    let known = named.get(read)
    if (known === undefined) {
      const projects = read.projects.map((project) => {
        const members = Object.values(people)
          .filter(({ namespaces }) => namespaces !== 'all' && namespaces.includes(project.namespace))
          .map(({ name }) => ({ ...subjectOf(name), roles: ['admin'] }))
        return { ...project, members: [...project.members, ...members] }
      })
      known = { ...read, projects }
      named.set(read, known)
    }
    return known
  }
  return {
    snapshot,
    status: () => whole.status(),
    subscribe: (listener) => whole.subscribe(listener),
    ready: () => whole.ready(),
    apply: (_, ...rest) => whole.apply({ kind: 'process' }, ...rest),
    preview: (_, ...rest) => whole.preview({ kind: 'process' }, ...rest),
    events: (_, shoot) => whole.events({ kind: 'process' }, shoot),
    userOf: async (identity) => personOf(identity),
    may: async (identity, actions) => actions.map((action) => mayOne(personOf(identity), action)),
    close: () => whole.close(),
  }
}

function subjectOf(name: string) {
  const [, , namespace = '', account = ''] = name.split(':')
  return name.startsWith('system:serviceaccount:')
    ? ({ kind: 'ServiceAccount', namespace, name: account } as const)
    : ({ kind: 'User', name } as const)
}

function mayOne({ namespaces, mayListProfiles }: Person, { verb, kind, namespace, name }: GardenAction): boolean {
  if (namespaces === 'all') return true
  if (kind === 'CloudProfile') return mayListProfiles && verb === 'list'
  if (kind === 'Project') return verb === 'get' && namespaces.some((one) => one === `garden-${name}`)
  return verb === 'list' && namespace !== undefined && namespaces.includes(namespace)
}

/** Words that tell of what a person does not see: of projects, their clusters and people. */
export function hiddenFrom(garden: Garden, { namespaces }: Person): readonly string[] {
  if (namespaces === 'all') return []
  const { projects, shoots, profiles } = garden.snapshot()
  const isHidden = (namespace: string) => !namespaces.includes(namespace)
  const mine = projects.filter(({ namespace }) => !isHidden(namespace))
  const ownWords = JSON.stringify([mine, [...shoots].filter(({ namespace }) => !isHidden(namespace))])
  const words = [
    ...projects.flatMap(({ name, namespace, description = '', members }) =>
      isHidden(namespace) ? [namespace, `"${name}"`, description, ...members.map((member) => member.name)] : [],
    ),
    ...[...shoots].flatMap(({ namespace, name }) => (isHidden(namespace) ? [name, `${namespace}/${name}`] : [])),
    ...[...profiles.values()].flatMap(({ ref }) =>
      ref.kind === 'NamespacedCloudProfile' && isHidden(ref.namespace) ? [`${ref.namespace}/${ref.name}`] : [],
    ),
  ]
  return [...new Set(words)].filter((word) => word.length > 3 && !ownWords.includes(word))
}
