import { expect, it } from 'vitest';
import { keyPressOf } from '#src/browser/key-press.js';

it.each([
  ['Enter', { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r', modifiers: 0 }],
  ['Tab', { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: 0 }],
  ['Space', { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ', modifiers: 0 }],
  ['F12', { key: 'F12', code: 'F12', windowsVirtualKeyCode: 123, modifiers: 0 }],
  ['a', { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, text: 'a', modifiers: 0 }],
  ['7', { key: '7', code: 'Digit7', windowsVirtualKeyCode: 55, text: '7', modifiers: 0 }],
  ['ü', { key: 'ü', code: '', windowsVirtualKeyCode: 0, text: 'ü', modifiers: 0 }],
  ['+', { key: '+', code: '', windowsVirtualKeyCode: 0, text: '+', modifiers: 0 }],
  ['Shift+Tab', { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers: 8 }],
  ['Control+a', { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, modifiers: 2 }],
  ['Control++', { key: '+', code: '', windowsVirtualKeyCode: 0, modifiers: 2 }],
  ['Control+Shift+ArrowLeft', { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37, modifiers: 10 }],
  ...['Entr', '', 'Hyper+a', 'F13', 'ab', 'constructor', 'toString+a', 'Shift'].map((name): [string, undefined] => [
    name,
    undefined,
  ]),
])('%j is the key that it names, or none', (name, expected) => {
  expect(keyPressOf(name)).toEqual(expected);
});
