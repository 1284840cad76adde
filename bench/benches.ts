import { change } from './change'
import { changeEffect } from './change-effect'
import { fleet } from './fleet'
import { history } from './history'
import { indexing } from './indexing'
import { maintain } from './maintain'
import type { Figure } from './measure'
import { memory } from './memory'
import { sight } from './sight'
import { wall } from './wall'
import { whatIf } from './what-if'

export const benches: ReadonlyMap<string, () => Promise<Figure[]>> = new Map([
  ['fleet', () => fleet()],
  ['maintain', () => maintain()],
  ['what-if', () => whatIf()],
  ['wall', () => wall()],
  ['memory', () => memory()],
  ['indexing', () => indexing()],
  ['change', () => change()],
  ['change-effect', () => changeEffect()],
  ['sight', () => sight()],
  ['history', () => history()],
])
