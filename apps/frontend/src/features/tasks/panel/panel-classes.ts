import panel from './panel.module.css';
import content from './panel-content.module.css';
import history from './panel-history.module.css';
import properties from './panel-properties.module.css';

/** The panel's classes; each name stands in one of the files. */
export const classes: Readonly<Record<string, string>> = { ...panel, ...content, ...history, ...properties };
