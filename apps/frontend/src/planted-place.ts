import './lib/key';
