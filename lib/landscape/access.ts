import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { madeOnce } from '@/lib/engine/grouped'
import {
  type Garden,
  type GardenAction,
  type GardenProject,
  type GardenUser,
  type Identity,
  isAccessError,
  type ObjectRef,
} from '@/lib/garden'
import { CutGarden } from '@/lib/garden/cut/cut-garden'
import {
  type GardenSight,
  isWholeGarden,
  seesAll,
  sightText,
  type VisibleNamespaces,
} from '@/lib/garden/cut/cut-snapshot'
import { isSameList } from '@/lib/garden/snapshot'
import { CodedError, NotReady } from '@/lib/process/errors'
import { oncePerProcess } from '@/lib/process/kept'
import type { Asker } from './garden'

/** What is known of a user is asked again after so long, in milliseconds. */
const fresh = 60_000
/** While the API server does not answer, what it said last counts for so long. */
const patience = 10 * 60_000
/** For how many people it is kept what they may see. */
const mostPeople = 10_000
/** How many different views of the landscape are kept. */
const mostViews = 500

/** A user, and the garden as they see it. */
export interface UserView {
  readonly user: GardenUser
  readonly garden: Garden
  readonly sight: string
}

/** The error for a user who was let in before, and is not any more; `hint` is what they can do. */
export function signedOut(hint: string): CodedError {
  return new CodedError('unauthenticated', 'You are signed out: the garden does not accept your token any more.', {
    hint,
  })
}

interface KnownUser {
  readonly user: GardenUser
  readonly sight: GardenSight
  /** The projects that name them: when others do, or one of these changed, they may see something else. */
  readonly candidates: readonly GardenProject[]
  /** Among all of these. */
  readonly projects: readonly GardenProject[]
  readonly asked: number
}

/** Knows what each user may see of a garden, as its access reviews say. */
export class GardenAccess {
  private readonly known = new LRUCache<string, KnownUser>({ max: mostPeople })
  private readonly asking = new Map<string, Promise<KnownUser>>()
  private readonly views = new LRUCache<string, Garden>({ max: mostViews })

  private readonly now: () => number
  private readonly hint: string

  /** `hint` is what they do who are signed out. */
  constructor(
    private readonly garden: Garden,
    { now = Date.now, hint = 'Sign in again.' }: { readonly now?: () => number; readonly hint?: string } = {},
  ) {
    this.now = now
    this.hint = hint
  }

  /** The garden as the bearer of a token sees it. Throws `unauthenticated` when the API server does not let them in. */
  async of(token: string): Promise<UserView> {
    const key = createHash('sha256').update(token).digest('base64url')
    const { user, sight } = await this.knownOf(key, { kind: 'user', token })
    return { user, ...this.viewOf(sight) }
  }

  /** What was known of a user was refused: it is asked anew. */
  forget(token: string): void {
    this.known.delete(createHash('sha256').update(token).digest('base64url'))
  }

  /** One for all who see the same. */
  viewOf(sight: GardenSight): Pick<UserView, 'garden' | 'sight'> {
    if (isWholeGarden(sight)) return { garden: this.garden, sight: '' }
    const text = sightText(sight)
    return { garden: madeOnce(this.views, text, () => new CutGarden(this.garden, sight)), sight: text }
  }

  private async knownOf(key: string, identity: Identity): Promise<KnownUser> {
    const known = this.known.get(key)
    const age = known === undefined ? Number.POSITIVE_INFINITY : this.now() - known.asked
    if (known !== undefined && age < fresh && this.isNamedAsBefore(known)) return known
    try {
      const answer = await madeOnce(this.asking, key, () => this.ask(identity).finally(() => this.asking.delete(key)))
      this.known.set(key, answer)
      return answer
    } catch (error) {
      if (!isAccessError(error)) throw error
      if (error.kind === 'refused') {
        this.known.delete(key)
        throw signedOut(this.hint)
      }
      if (known !== undefined && age < patience) return known
      throw new NotReady(`What you may see cannot be asked. ${error.message}`)
    }
  }

  private async ask(identity: Identity): Promise<KnownUser> {
    const { garden } = this
    if (garden.userOf === undefined || garden.may === undefined) throw new Error('This garden knows no users.')
    const asked = this.now()
    const everywhere = (['CloudProfile', 'NamespacedCloudProfile', 'Project', 'Shoot'] as const).map(
      (kind): GardenAction => ({ verb: 'list', kind }),
    )
    const [user, answers] = await Promise.all([garden.userOf(identity), garden.may(identity, everywhere)])
    const [profiles = false, namespaced = false, allProjects = false, shoots = false] = answers
    const { projects } = garden.snapshot()
    const candidates = candidatesIn(projects, user)
    const part = async (
      isAll: boolean,
      actionOf: (project: GardenProject) => GardenAction,
    ): Promise<VisibleNamespaces> => {
      if (isAll) return 'all'
      const may = (await garden.may?.(identity, candidates.map(actionOf))) ?? []
      return new Set(candidates.flatMap(({ namespace }, i) => (may[i] === true ? namespace : [])))
    }
    const [ownNamespaced, ownProjects, ownShoots] = await Promise.all([
      part(namespaced, ({ namespace }) => ({ verb: 'list', kind: 'NamespacedCloudProfile', namespace })),
      part(allProjects, ({ name }) => ({ verb: 'get', kind: 'Project', name })),
      part(shoots, ({ namespace }) => ({ verb: 'list', kind: 'Shoot', namespace })),
    ])
    const reach = {
      ...seesAll.reach,
      ...(!profiles && { CloudProfile: new Set<string>() }),
      NamespacedCloudProfile: ownNamespaced,
      Project: ownProjects,
      Shoot: ownShoots,
    }
    return { user, sight: { reach }, candidates, projects, asked }
  }

  private isNamedAsBefore({ user, candidates, projects: before }: KnownUser): boolean {
    const { projects } = this.garden.snapshot()
    return projects === before || isSameList(candidates, candidatesIn(projects, user))
  }
}

function candidatesIn(projects: readonly GardenProject[], user: GardenUser): readonly GardenProject[] {
  const subjects = new Set([`User ${user.name}`, ...user.groups.map((group) => `Group ${group}`)])
  return projects
    .filter((project) => namedIn(project).some((subject) => subjects.has(subject)))
    .sort((a, b) => (a.namespace < b.namespace ? -1 : 1))
}

/** Whom a project names; a service account is the user that the API server takes it for. */
function namedIn({ namespace: own, owner, members }: GardenProject): readonly string[] {
  return (owner === undefined ? members : [owner, ...members]).map(({ kind, name, namespace = own }) =>
    kind === 'ServiceAccount' ? `User system:serviceaccount:${namespace}:${name}` : `${kind} ${name}`,
  )
}

/** How long an answer of the API server counts, in milliseconds: a button may come or go that much later. */
const editRightsFresh = 60_000

const knownOf = oncePerProcess(
  'may-edit',
  (_: Garden) => new LRUCache<string, Promise<boolean>>({ max: 10_000, ttl: editRightsFresh }),
)

/**
 * Whether the user may change an object, for buttons: what they do is asked again when they do it. False where it is
 * not known. Never rejects.
 */
export function mayEdit(
  { garden, identity }: Pick<Asker, 'garden' | 'identity'>,
  { kind, namespace, name }: ObjectRef,
): Promise<boolean> {
  const { may } = garden
  if (may === undefined) return Promise.resolve(true)
  const who = identity.kind === 'process' ? '' : createHash('sha256').update(identity.token).digest('base64url')
  const known = knownOf(garden)
  const key = JSON.stringify([who, kind, namespace ?? '', name])
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const action = { verb: 'patch', kind, name, ...(namespace !== undefined && { namespace }) } as const
  const asked = may.call(garden, identity, [action]).then(
    ([isAllowed = false]) => isAllowed,
    (error: unknown) => {
      known.delete(key)
      if (isAccessError(error)) return false
      throw error
    },
  )
  known.set(key, asked)
  return asked
}
