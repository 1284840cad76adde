import { mergeNamespacedProfile } from '@/lib/engine/api-server'
import { NAME_LENGTH } from '@/lib/engine/bounds'
import { readMapped, readOverrides, readProfileSpec, readUnmapped } from '@/lib/engine/edits'
import type { FieldProblem } from '@/lib/engine/faults'
import { SUBJECT_KINDS } from '@/lib/engine/kinds'
import { FieldReader, firstProblem, isRecord, present } from '@/lib/engine/reader'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import type { CloudProfile, ProfileRef, Shoot } from '@/lib/engine/types'
import type { GardenProject, LastWrite, ProfileEntry, ProjectMember, ProjectSubject } from './garden'
import { readShoot } from './parse-shoot'

/**
 * What became of an object of unknown shape: the value with what could not be understood in it, or, if nothing can be said
 * about it, only the problems. No function here throws, whatever it is given.
 */
export type ParsedObject<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'problem'; readonly problems: readonly FieldProblem[] }

/** The namespace that Gardener makes for a project is named so, and then as the project. */
const PROJECT_PREFIX = 'garden-'

/** A `CloudProfile` with the defaults of the API server. */
export function parseCloudProfile(raw: unknown): ParsedObject<ProfileEntry> {
  return parse(raw, (root) => {
    const name = root.in('metadata', 'name').objectName()
    if (name === undefined) return undefined
    const spec = readSpec(root)
    const profile = readProfileSpec(spec)
    return {
      ...entryOf({ kind: 'CloudProfile', name }, profile, root),
      ...present({ unmappedImages: readUnmapped(spec, profile.machineImages), mappedImages: readMapped(spec) }),
    }
  })
}

/**
 * A `NamespacedCloudProfile`. What the controller merged (`status.cloudProfileSpec`) counts; without it the parent is merged
 * here. A problem if there is neither.
 */
export function parseNamespacedCloudProfile(raw: unknown, parent: CloudProfile | null): ParsedObject<ProfileEntry> {
  return parse(raw, (root) => {
    const name = root.in('metadata', 'name').objectName()
    const namespace = root.in('metadata', 'namespace').objectName()
    const parentName = root.in('spec', 'parent', 'name').objectName()
    if (name === undefined || namespace === undefined || parentName === undefined) return undefined
    const merged = root.in('status', 'cloudProfileSpec')
    const overrides = readOverrides(root.at('spec'))
    const profile = merged.in('kubernetes', 'versions').isPresent()
      ? readProfileSpec(merged)
      : parent && mergeNamespacedProfile(parent, overrides)
    if (profile === null) return root.in('spec', 'parent').note({ code: 'parent-unknown', parent: parentName })
    return {
      ...entryOf({ kind: 'NamespacedCloudProfile', namespace, name }, profile, root),
      parent: parentName,
      overrides,
      ...present({ unmappedImages: readUnmapped(merged, profile.machineImages), mappedImages: readMapped(merged) }),
    }
  })
}

/** The name of the CloudProfile that a NamespacedCloudProfile builds on; null if it names none. */
export function parentOf(raw: unknown): string | null {
  return new FieldReader(raw, '', []).in('spec', 'parent', 'name').objectName() ?? null
}

/** A `Shoot` with the defaults of the API server. `mayBeNew`: see `readShoot`. */
export function parseShoot(raw: unknown, mayBeNew = false): ParsedObject<Shoot> {
  return parse(raw, (root) => readShoot(root, mayBeNew))
}

/**
 * A `Project`. Where it names no namespace, Gardener makes one by its name. Who cannot be read as owner or member is left out.
 */
export function parseProject(raw: unknown): ParsedObject<GardenProject> {
  return parse(raw, (root) => {
    const name = root.in('metadata', 'name').objectName()
    const spec = root.at('spec')
    const given = spec.at('namespace')
    const namespace = given.isPresent() ? given.objectName() : name && `${PROJECT_PREFIX}${name}`
    if (name === undefined || namespace === undefined) return undefined
    const owner = spec.at('owner').object()
    return {
      name,
      namespace,
      members: spec.at('members').items().flatMap(readMember),
      ...present({
        description: spec.at('description').prose() || undefined,
        purpose: spec.at('purpose').prose() || undefined,
        owner: owner.isPresent() ? readSubject(owner) : undefined,
      }),
    }
  })
}

/** `role` is what was there before `roles`; the API server still fills it in. */
function readMember(item: FieldReader): ProjectMember[] {
  const subject = readSubject(item.object())
  if (subject === undefined) return []
  const roles = [
    item.at('role').text(NAME_LENGTH) ?? '',
    ...item
      .at('roles')
      .items()
      .flatMap((role) => role.text(NAME_LENGTH) ?? []),
  ].filter((role) => role !== '')
  return [{ ...subject, roles: [...new Set(roles)] }]
}

function readSubject(reader: FieldReader): ProjectSubject | undefined {
  const name = reader.at('name').requiredText(NAME_LENGTH)
  const kind = reader.at('kind').isPresent()
    ? reader.at('kind').oneOf(SUBJECT_KINDS)
    : reader.at('kind').note({ code: 'missing' })
  if (name === undefined || kind === undefined) return undefined
  return { kind, name, ...present({ namespace: reader.at('namespace').text(NAME_LENGTH) || undefined }) }
}

function parse<T>(raw: unknown, read: (root: FieldReader) => T | undefined): ParsedObject<T> {
  const problems: FieldProblem[] = []
  if (!isRecord(raw)) return { kind: 'problem', problems: [{ path: '', fault: { code: 'no-object' } }] }
  const value = read(new FieldReader(raw, '', problems))
  if (value !== undefined) return { kind: 'ok', value, problems: firstProblem(problems) }
  return {
    kind: 'problem',
    problems: problems.length > 0 ? firstProblem(problems) : [{ path: '', fault: { code: 'incomplete' } }],
  }
}

function readSpec(root: FieldReader): FieldReader {
  const spec = root.at('spec').object()
  if (!spec.isPresent()) spec.note({ code: 'missing' })
  return spec
}

function entryOf(ref: ProfileRef, profile: CloudProfile, root: FieldReader): ProfileEntry {
  const metadata = root.at('metadata')
  const resourceVersion = metadata.at('resourceVersion').text()
  return { ref, profile, ...present({ resourceVersion, written: lastWriteOf(metadata.at('managedFields').raw()) }) }
}

/**
 * Who wrote an object last, in `metadata.managedFields` of unknown shape: the entry with the latest time. What only a controller
 * says about its state (`subresource: status`) is no write of the object. Undefined: it is not told; nothing here is a problem.
 */
export function lastWriteOf(managedFields: unknown): LastWrite | undefined {
  let last: LastWrite | undefined
  for (const entry of Array.isArray(managedFields) ? managedFields : []) {
    if (!isRecord(entry) || entry.subresource === 'status') continue
    const { manager, time } = entry
    const at = typeof time === 'string' ? parseInstant(time) : null
    if (typeof manager !== 'string' || at === null) continue
    if (last === undefined || at >= last.at) last = { manager, at }
  }
  return last
}

/** A list that says the same to `lastWriteOf`, without the fields that each entry manages: they are most of an object. */
export function onlyLastWrite(managedFields: unknown): readonly unknown[] {
  const written = lastWriteOf(managedFields)
  return written === undefined ? [] : [{ manager: written.manager, time: formatInstant(written.at) }]
}
