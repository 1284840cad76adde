import { SkeletonBar } from './parts'

/** Flat bars of the final height in the place of rows, after 300 ms. */
export function SkeletonRows({ rows, columns }: { readonly rows: number; readonly columns: readonly string[] }) {
  return (
    <>
      {numbered('row', rows).map((key, row) => (
        <tr key={key}>
          {numbered('column', columns.length).map((cell, column) => (
            <td key={cell}>
              <SkeletonBar width={`calc(${columns[column]} * ${WIDTHS[(row + column) % WIDTHS.length]})`} />
            </td>
          ))}
        </tr>
      ))}
    </>
  )
}

/** Parts of a skeleton have no identity but their place. */
function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index}`)
}

const WIDTHS = [1, 0.72, 0.9, 0.6, 0.82] as const
