/** Every kind of page, once, as the demo garden has it. What holds for all pages is checked on these. */
export const PAGES = [{ name: 'overview', path: '/' }] as const
