import { calendars } from './calendars'
import { landscapes } from './landscapes'
import { policies } from './policies'
import type { Target } from './target'

export const targets: ReadonlyMap<string, Target> = new Map<string, Target>([
  ['landscapes', landscapes],
  ['policies', policies],
  ['calendars', calendars],
])
