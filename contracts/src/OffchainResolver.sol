pragma solidity ^0.8.30;
// SPDX-License-Identifier: MIT
contract OffchainResolver { uint256 public x; }
