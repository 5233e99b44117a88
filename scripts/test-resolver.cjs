const { readFileSync } = require('node:fs');
const { join, sep } = require('node:path');

const folder = join(__dirname, '../.cache/libraries');
const { files } = JSON.parse(readFileSync(join(folder, 'libraries.json'), 'utf8'));

/** Leads the imports of our sources to the bundled libraries, see `test-libraries.mjs`. */
module.exports = (request, options) => {
  const file = files[request];
  if (file && !options.basedir.includes(`${sep}node_modules${sep}`)) return join(folder, file);
  return options.defaultResolver(request, options);
};
