/**
 * What is wrong with something that was read, as facts: a code with the values that it is about. `lib/words/faults.ts` tells them.
 * Texts of others are shortened where they come in, so that a fault holds few words of what it is about.
 */

/** Faults of the value of a field. */
export type FieldFault =
  | { readonly code: 'missing' | 'incomplete' | 'no-object' | 'no-list' | 'no-text' | 'no-number' | 'no-flag' }
  /** A list of so many entries; only the first are read. */
  | { readonly code: 'too-many-entries'; readonly count: number; readonly most: number }
  | { readonly code: 'too-long'; readonly length: number; readonly most: number }
  /** What is there instead. */
  | {
      readonly code: 'no-line' | 'no-name' | 'no-share' | 'no-instant' | 'no-duration' | 'duration-range' | 'no-version'
      readonly value: string
    }
  /** A version of a profile: Gardener passes over it. */
  | { readonly code: 'no-version-to-choose'; readonly value: string }
  | { readonly code: 'no-count'; readonly value: number; readonly most: number }
  | { readonly code: 'none-of'; readonly value: string; readonly allowed: readonly string[] }
  | { readonly code: 'no-constraint'; readonly value: string }
  | { readonly code: 'constraint-too-long'; readonly length: number; readonly most: number }
  /** Versions of an image that the provider's part does not map: the first, and how many. */
  | { readonly code: 'unmapped'; readonly first: string; readonly count: number }
  | { readonly code: 'parent-unknown'; readonly parent: string }
  /** `value`: what is there; null: what is no text; absent: nothing. */
  | {
      readonly code: 'api-version'
      readonly value?: string | null
      readonly isFormerGroup: boolean
      readonly expected: string
    }
  /** Beside those that are told one by one. */
  | { readonly code: 'more'; readonly count: number }
  /** What Gardener, a library or the system says of it. */
  | { readonly code: 'said'; readonly text: string }

/** Faults of an object as a whole, or of its place among others. */
export type ObjectFault =
  | { readonly code: 'other-kind'; readonly kind: string }
  /** It names no whole Kubernetes version, and none can be filled in: its profile is missing, or Gardener would refuse it. */
  | { readonly code: 'unversioned'; readonly refusals: readonly string[] | null }
  | {
      readonly code: 'profile-missing' | 'profile-unreadable'
      readonly first: readonly string[]
      readonly count: number
    }
  | { readonly code: 'too-deep'; readonly most: number }
  | { readonly code: 'list-cut' }
  /** The other place counts: `source` where that is another file, and its line where that is known. */
  | {
      readonly code: 'twice'
      readonly isSame: boolean
      readonly source: string | null
      readonly line: number | null
    }

/** Faults of a file, or of the contents of a folder. */
export type FileFault =
  | { readonly code: 'key-twice'; readonly key: string }
  | { readonly code: 'too-many-aliases'; readonly most: number }
  /** `from`: the letter with which it stops to be JSON; null: it ends too early. */
  | { readonly code: 'no-json'; readonly from: string | null }
  | { readonly code: 'utf-16' | 'zero-bytes' | 'no-utf-8' | 'empty' | 'only-comments' | 'no-objects' | 'patch' }
  /** `render`: the command that makes manifests of it. */
  | { readonly code: 'template'; readonly render: string }
  /** The outermost folders, of which all but the first few are counted. */
  | { readonly code: 'kustomize'; readonly folders: readonly string[]; readonly more: number }
  | { readonly code: 'file-too-large'; readonly bytes: number; readonly most: number }
  | { readonly code: 'unread'; readonly reason: string }
  | { readonly code: 'folder-too-large'; readonly most: { readonly files: number } | { readonly bytes: number } }
  /** Objects beyond `most` are not shown. */
  | { readonly code: 'too-many-objects'; readonly beyond: number; readonly most: number }

/** Faults of a configuration of policies. */
export type PolicyFault =
  | { readonly code: 'missing' }
  /** It is empty: it must be of this kind. */
  | { readonly code: 'policy-empty'; readonly kind: string }
  | { readonly code: 'no-mapping' | 'unknown-field'; readonly fields: readonly string[] }
  | { readonly code: 'other-text'; readonly wanted: string; readonly value: string }
  | { readonly code: 'no-whole-number'; readonly least: number; readonly value: string }
  | { readonly code: 'no-landscapes'; readonly most: number; readonly value: string }
  | { readonly code: 'maintained-missing' }
  /** `unit`: what is wrong with it, where that is known, and the same with hours. */
  | {
      readonly code: 'no-policy-duration'
      readonly value: string
      readonly unit?: { readonly is: 'missing' | 'too-long'; readonly hours: string }
    }
  | { readonly code: 'duration-negative' | 'duration-too-long'; readonly value: string }
  /** Its text has more documents than a policy has. */
  | { readonly code: 'second-document' | 'third-document' }
  /** Its file is missing or cannot be read. */
  | { readonly code: 'no-file' | 'file-missing' | 'file-forbidden' }
  | { readonly code: 'policy-too-large'; readonly most: number }
  | { readonly code: 'file-unread'; readonly reason: string }

export type ProblemFault = FieldFault | ObjectFault | FileFault

/** Something in an object that could not be understood. */
export interface FieldProblem<F extends ProblemFault = ProblemFault> {
  /** E.g. `spec.kubernetes.versions[3].expirationDate`; empty for the whole. */
  readonly path: string
  readonly fault: F
}

/** Something that could not be read or understood. It never takes the rest down. */
export interface Problem extends FieldProblem {
  /** File, or resource. */
  readonly source: string
  readonly line?: number
  /** Kind and name as far as known, e.g. `Shoot garden-core/api`. */
  readonly object?: string
  /** Whether what was read before still counts. */
  readonly isOutdated?: true
}

/** Why manifests have no place for a new object. `beside`: the file that it would lie beside; `name`: its own file. */
export type UnplacedReason =
  | { readonly code: 'namespace-given' | 'listed-often'; readonly beside: string }
  | { readonly code: 'file-is-there' | 'no-list'; readonly name: string }
  | { readonly code: 'not-listable'; readonly name: string; readonly kustomization: string }
  /** It was written all the same. */
  | { readonly code: 'left-unlisted'; readonly name: string; readonly kustomization: string }
