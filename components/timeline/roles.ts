/** What a table is where its rows are laid out in another way than tables are: a browser may then not tell any more. */
export const GRID = { role: 'grid' } as const
export const TABLE = { role: 'table' } as const
export const GROUP = { role: 'rowgroup' } as const
export const ROW = { role: 'row' } as const
export const CELL = { role: 'cell' } as const
export const GRID_CELL = { role: 'gridcell' } as const
export const COLUMN_HEAD = { role: 'columnheader' } as const
export const ROW_HEAD = { role: 'rowheader' } as const
/** A picture beside words that say the same is no table for readers. */
export const NONE = { role: 'none' } as const
