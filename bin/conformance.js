#!/usr/bin/env node
'use strict';
// A CommonJS file in the syntax of old Nodes: they get as far as the sentence, and the module loader costs nothing.

var fs = require('node:fs');
var path = require('node:path');

var parts = process.versions.node.split('.').map(Number);
// The same range as `engines` in package.json.
var supported = parts[0] >= 26 || (parts[0] === 24 && parts[1] >= 11) || (parts[0] === 22 && parts[1] >= 22);

if (supported) start();
else {
  process.stderr.write(
    'conformance needs Node.js 22.22 or newer, 24.11 or newer, or 26 and later, and this is ' +
      process.versions.node +
      ': install a supported version and run it again.\n',
  );
  process.exitCode = 2;
}

function start() {
  var root = path.join(__dirname, '..');
  // Sources are only there in a checkout; a package holds what the build made of them.
  var checkout = fs.existsSync(path.join(root, 'harness/cli/main.ts'));
  var args = process.argv.slice(2);
  var asksForHelp = args.length === 1 && (args[0] === '--help' || args[0] === '-h');

  // Loading the argument parser costs twice what Node's own start does, so these are answered from files.
  if ((asksForHelp && !(process.stdout.columns < 100)) || args.length === 0) {
    var help = fs.readFileSync(path.join(root, checkout ? '' : 'dist', 'harness/cli/help.txt'), 'utf8');
    if (asksForHelp) process.stdout.write(help);
    else {
      process.stderr.write(help);
      process.exitCode = 2;
    }
    return;
  }
  if (args.length === 1 && args[0] === '--version') {
    process.stdout.write(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version + '\n');
    return;
  }
  require('node:module').enableCompileCache();
  (checkout ? import('../harness/cli/main.ts') : import('../dist/harness/cli/main.js'))
    .then(function (cli) {
      return cli.main(args);
    })
    .catch(function (error) {
      process.stderr.write('conformance could not start: ' + (error.stack || error) + '\n');
      process.exitCode = 5;
    });
}
