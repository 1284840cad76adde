import { useState } from 'react'
import { Button, Checkbox } from '../ui/button'
import { Dialog } from '../ui/dialog'
import styles from './clusters.module.css'
import { type ClusterColumn, COLUMN_WORDS, COLUMNS, columnsText, USUAL_COLUMNS, withColumn } from './columns'

export interface ColumnsDialogProps {
  readonly columns: readonly ClusterColumn[]
  readonly onChange: (columns: readonly ClusterColumn[]) => void
  readonly onClose: () => void
}

/** Which columns the table has; each choice shows at once. */
export function ColumnsDialog({ columns: before, onChange, onClose }: ColumnsDialogProps) {
  // The address follows a moment later than a box is ticked.
  const [columns, setColumns] = useState(before)
  const choose = (next: readonly ClusterColumn[]) => {
    setColumns(next)
    onChange(next)
  }
  return (
    <Dialog title="Columns" place="right" onClose={onClose}>
      <div className={styles.columnsBody}>
        <div className={styles.columns}>
          {COLUMNS.map((column, i) => (
            <Checkbox
              key={column}
              isOn={columns.includes(column)}
              isFirst={i === 0}
              onChange={(isOn) => choose(withColumn(columns, column, isOn))}
            >
              {COLUMN_WORDS[column]}
            </Checkbox>
          ))}
        </div>
        <p className="note">
          They are kept in the address. Where a window has no room for one, the expanded row says what it holds.
        </p>
        <Button disabled={columnsText(columns) === undefined} onClick={() => choose(USUAL_COLUMNS)}>
          The usual columns
        </Button>
      </div>
    </Dialog>
  )
}
