#!/usr/bin/env node
/**
 * Playwright starts this in place of Firefox, whose program LECTERN_TEST_FIREFOX names. It passes the protocol on, and
 * answers what the long-term release of Firefox does not know and Playwright sends to every page.
 */
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

/** Colour scheme and reduced motion of a page; newer releases know it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

const firefox = spawn(process.env.LECTERN_TEST_FIREFOX ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});

/** @param {WebSocket} client @param {string} address */
function relay(client, address) {
  const server = new WebSocket(address);
  const early = [];
  server.on('open', () => {
    for (const text of early.splice(0)) server.send(text);
  });
  client.on('message', (bytes) => {
    const text = bytes.toString('utf8');
    const { id, method } = JSON.parse(text);
    if (method === UNKNOWN) client.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (server.readyState === WebSocket.OPEN) server.send(text);
    else early.push(text);
  });
  server.on('message', (bytes) => client.send(bytes.toString('utf8')));
  server.on('error', () => client.close());
  server.on('close', () => client.close());
  client.on('close', () => server.close());
}

function listen(address) {
  const here = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  here.on('connection', (client, { url }) => relay(client, new URL(url ?? '/', address)));
  firefox.on('close', () => here.close());
  here.on('listening', () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${here.address().port}\n`);
  });
}

let said = '';
firefox.stderr.on('data', (bytes) => {
  if (said === undefined) return;
  said += bytes.toString('utf8');
  const address = LISTENING.exec(said)?.[1];
  if (address === undefined) return;
  said = undefined;
  listen(address);
});
firefox.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
firefox.on('close', (code) => {
  process.exitCode = code ?? 1;
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));
