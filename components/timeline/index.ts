/**
 * Charts over time: geometry first, then drawing.
 *
 *   const range = zoomRange('1y', now, wholeRange(dates, now))     // {from, to} in ms; plain, comparable
 *   const plot = useRef<HTMLDivElement>(null)                      // the element as wide as the time
 *   const box = useChartBox(plot, range, now, 740)                 // range, width in px, now, text measure
 *   const ticks = fittedTicks(range, box.width, box.measure)       // labels that would touch are empty
 *   const segments = placedSegments(spans, box, taken)             // Span {look, from, to, label}; null = not known
 *
 *   <div className={styles.chart}>                                 // `chartClass`; data-moving animates zoom, 180 ms
 *     <div ref={plot} style={{position: 'relative', height: 22}}><Axis ticks={ticks} initials /></div>
 *     <div style={{position: 'relative'}}>
 *       <div className={layerClass} style={{left: labelWidth, right: factsWidth}}><Grid …/></div>
 *       rows: <div style={{position: 'relative', height: 30}}>{segments.map((s) => <Segment …/>)}<EventMark …/></div>
 *       <div className={layerClass} style={{left, right}}><NowLine …/></div>
 *     </div>
 *   </div>
 *
 * Segments are 18 px high, 6 px from the top of their row; a lane of 25 px sets `style={{top: 4}}`. An expired segment is a
 * thin tail at 21 px; `asTail` shortens it. `taken` holds what no text may touch: `markStretch(pixelAt(box, at), 16)` per
 * diamond. `keptLabels` chooses which labels of one line may be printed, by rank. Where the viewer's zone matters, hand `offsetAt`
 * (ms ahead of UTC) to `wholeRange`, `zoomRange` and `fittedTicks`.
 *
 * What-if: a row of class `ghostRowClass` (46 px, its segments lower) has a `<Ghost>` above its segments, placed by
 * `placedGhost`, with `differenceText(was, is)` right of it; `<MovableFlag>` in place of `<Flag>` can be dragged and moved by
 * keys, and tells `onFlagMove(at, isFinal)`. It is a tab stop of its own.
 */
import styles from './timeline.module.css'

/** Class of the element around axis and rows; with the attribute `data-moving` its parts glide to their new places. */
export const chartClass = styles.chart
/** Class of an absolute layer over the rows' height, under or above them; set `left` and `right`. */
export const layerClass = styles.layer

/** Class of a row with room for a ghost above its segments. */
export const ghostRowClass = styles.ghostRow
export { Brush } from './brush'
export { add, ceilTo, DAY, type OffsetAt, startOf } from './calendar'
export { type LaneColumn, type LaneMark, type LaneRow, type LaneSegment, Lanes, type Stop } from './lanes'
export {
  asTail,
  type ChartBox,
  type CountMark,
  differenceText,
  type LaneRun,
  markStretch,
  nowLabelAt,
  nowStretch,
  type PlacedFlag,
  type PlacedSegment,
  pixelAt,
  placedFlag,
  placedGhost,
  placedSegments,
  type SegmentLook,
  type Span,
  STAGE_LOOKS,
} from './layout'
export { MovableFlag } from './movable-flag'
export { Axis, EventMark, Flag, Ghost, Grid, Legend, LegendItem, NowLabel, NowLine, Segment } from './parts'
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
export { type Roving, useRoving } from './use-roving'
