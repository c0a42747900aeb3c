import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './theme.ts';
import { startJournal } from './live/journal.ts';
import { Shell } from './shell.tsx';

const root = document.getElementById('console');
if (root === null) throw new Error('the page has no place for the console');
render(<Shell />, root);
startJournal();
