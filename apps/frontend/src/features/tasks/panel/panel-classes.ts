import pieces from '../../../ui/pieces.module.css';
import panel from './panel.module.css';
import content from './panel-content.module.css';
import history from './panel-history.module.css';
import properties from './panel-properties.module.css';

/** The panel's classes; each name is in one of the files. The shared classes of `ui` are added here, since `composes` copies them into each stylesheet. */
export const classes: Readonly<Record<string, string>> = {
  ...panel,
  ...content,
  ...history,
  ...properties,
  headingCount: `${pieces.count} ${content.headingCount}`,
  heading: `${pieces.row} ${content.heading}`,
  lines: `${pieces.rows} ${content.lines}`,
  line: `${pieces.row} ${content.line}`,
  lineName: `${pieces.word} ${content.lineName}`,
  fileNote: `${pieces.word} ${content.fileNote}`,
  plainList: `${pieces.list} ${history.plainList}`,
  commentHead: `${pieces.row} ${history.commentHead}`,
  none: pieces.nothing!,
  tool: pieces.iconButton!,
  value: `${pieces.inline} ${properties.plainValue} ${properties.value}`,
  plainValue: `${pieces.inline} ${properties.plainValue}`,
  placeLink: `${pieces.inline} ${pieces.plainLink} ${properties.plainValue} ${properties.placeLink}`,
  placeName: `${pieces.word}`,
  lineText: `${pieces.word}`,
  withTool: `${pieces.row} ${properties.withTool}`,
  header: `${pieces.row} ${panel.header}`,
  crumbs: `${pieces.row} ${pieces.small} ${panel.crumbs}`,
  crumb: `${pieces.word} ${pieces.plainLink} ${panel.crumb}`,
};
