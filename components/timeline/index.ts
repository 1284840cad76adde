/**
 * Charts over time. `Lanes` draws the life of versions and of what runs them: a view makes rows of its facts (segments, marks, a flag,
 * ghosts of what was before) and says what stands left and right of the time.
 *
 * What draws something else over time takes the parts: `useChartBox` measures the element that is as wide as the time, `placedSegments` and
 * the like say where things go in it (percentages of the width, pixels for texts), and `Axis`, `Grid`, `Segment`, `Flag`, `NowLine` draw them.
 * A text never touches the now line or what is `taken`: `markStretch(pixelAt(box, at), 16)` for a diamond. `keptLabels` chooses which labels of
 * one line may be printed, by rank. Where the viewer's zone matters, hand `offsetAt` (ms ahead of UTC) to ranges and ticks.
 *
 * `<MovableFlag>` in place of `<Flag>` can be dragged and moved by keys, and tells `onFlagMove(at, isFinal)`. It is a tab stop of its own.
 */
import styles from './timeline.module.css'

/** Class of the element around axis and rows; with the attribute `data-moving` its parts glide to their new places. */
export const chartClass = styles.chart
/** Class of an absolute layer over the rows' height, under or above them; set `left` and `right`. */
export const layerClass = styles.layer

export { Brush } from './brush'
export { add, ceilTo, DAY, type OffsetAt, startOf } from './calendar'
export { type LaneColumn, type LaneMark, type LaneRow, type LaneSegment, Lanes, type Stop } from './lanes'
export {
  asTail,
  type ChartBox,
  differenceText,
  type LaneRun,
  markStretch,
  nowLabelAt,
  nowStretch,
  type PlacedFlag,
  pixelAt,
  placedFlag,
  placedSegments,
  type SegmentLook,
  type Span,
  STAGE_LOOKS,
} from './layout'
export { MovableFlag } from './movable-flag'
export { Axis, Flag, Ghost, Grid, Legend, LegendItem, NowLabel, NowLine, Segment } from './parts'
export {
  css,
  movedInto,
  percentAt,
  rangeAround,
  steppedRange,
  type TimeRange,
  wholeRange,
  type Zoom,
  zoomRange,
  zooms,
} from './range'
export { fittedTicks, freePlace, keptLabels, type Measure, type Stretch, type Tick } from './ticks'
export { useChartBox, useMeasure, useWidth } from './use-chart-box'
