/**
 * How shoots fare with edits compared to without; the first that applies.
 *
 * `stuck`: an update fails, and without the edits none would; `freed`: the other way round. Else what decides is how single
 * parts fare: one has a forced update that it would not have (`forced`), has it `earlier`, has it `later` or no longer, or at the
 * same time to another version (`target`; also where an update fails, or no longer does, of shoots of which another fails anyway).
 * `auto`: only automatic updates, settings or the words of a refusal differ.
 */
export const WHAT_IF_CHANGES = ['stuck', 'freed', 'forced', 'earlier', 'later', 'target', 'auto', 'unchanged'] as const
